import { MotorbikeIcon, TubeIcon } from '../../../components/drawn-icons.tsx'
import {
  AlertIcon,
  BankCardIcon,
  BasketIcon,
  BuildingIcon,
  CalendarIcon,
  CallIcon,
  ChainIcon,
  ChatIcon,
  CheckCircleIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClipboardIcon,
  ClockIcon,
  CloseIcon,
  CopyIcon,
  DirectionsIcon,
  DropletIcon,
  EyeIcon,
  EyeOffIcon,
  FastingIcon,
  HeartIcon,
  HouseIcon,
  InfoIcon,
  LockIcon,
  MailIcon,
  MenuIcon,
  MinusIcon,
  MonitorIcon,
  OfflineIcon,
  PauseIcon,
  PencilIcon,
  PeopleIcon,
  PercentIcon,
  PhoneIcon,
  PinIcon,
  PlayIcon,
  PlusIcon,
  PulseIcon,
  PurseIcon,
  ReceiptIcon,
  RefreshIcon,
  SearchIcon,
  SendIcon,
  ShareIcon,
  ShieldIcon,
  SignOutIcon,
  StethoscopeIcon,
  TagIcon,
  TrashIcon,
  UserIcon,
  VerifiedIcon,
  WaitingIcon,
  WarningIcon,
} from '../../../components/icons.tsx'
import { AdireBand, ClothButterfly, Flutter, Lockup } from '../../../components/mark.tsx'
import { Picture } from '../../../components/picture.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { Sample, Samples, SmallSamples } from './sample.tsx'

// Imported by name: importing the whole module would put a list of all icons into every page.
const drawn = Object.entries({
  AlertIcon,
  BankCardIcon,
  BasketIcon,
  BuildingIcon,
  CalendarIcon,
  CallIcon,
  ChainIcon,
  ChatIcon,
  CheckCircleIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ClipboardIcon,
  ClockIcon,
  CloseIcon,
  CopyIcon,
  DirectionsIcon,
  DropletIcon,
  EyeIcon,
  EyeOffIcon,
  FastingIcon,
  HeartIcon,
  HouseIcon,
  InfoIcon,
  LockIcon,
  MailIcon,
  MenuIcon,
  MinusIcon,
  MonitorIcon,
  OfflineIcon,
  PauseIcon,
  PencilIcon,
  PeopleIcon,
  PercentIcon,
  PhoneIcon,
  PinIcon,
  PlayIcon,
  PlusIcon,
  PulseIcon,
  PurseIcon,
  ReceiptIcon,
  RefreshIcon,
  SearchIcon,
  SendIcon,
  ShareIcon,
  ShieldIcon,
  SignOutIcon,
  StethoscopeIcon,
  TagIcon,
  TrashIcon,
  UserIcon,
  VerifiedIcon,
  WaitingIcon,
  WarningIcon,
  MotorbikeIcon,
  TubeIcon,
})

const pictures = import.meta.glob<string>('../../../components/art/*.svg', { eager: true, import: 'default' })

/** CheckCircleIcon becomes "check circle". */
function spoken(name: string): string {
  return name
    .replace(/Icon$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
}

/** The mark, the pattern and every icon. */
export function MarksSection() {
  return (
    <>
      <Samples>
        <Sample name="Lockup on paper">
          <Lockup className="text-indigo h-10 w-52" />
        </Sample>
        <Sample name="Lockup on ink">
          <span className="bg-ink rounded-field flex p-4">
            <Lockup className="text-paper h-10 w-52" />
          </span>
        </Sample>
        <Sample name="The butterfly in cloth">
          <span className="bg-indigo text-card rounded-card flex justify-center p-6">
            <ClothButterfly className="h-40" />
          </span>
        </Sample>
        <Sample name="Flutter, where there is nothing yet">
          <Flutter />
        </Sample>
      </Samples>
      <Samples>
        {Object.entries(pictures).map(([file, src]) => (
          <Sample key={file} name={`Picture: ${file.replace(/^.*\/|\.svg$/g, '').replaceAll('-', ' ')}`}>
            <Picture src={src} />
          </Sample>
        ))}
      </Samples>
      <Samples>
        {(['wing', 'grid', 'lines', 'eye'] as const).map((cloth) => (
          <Sample key={cloth} name={`Adire: ${cloth}`}>
            <AdireBand cloth={cloth} />
          </Sample>
        ))}
      </Samples>
      <ul className="grid grid-cols-3 gap-4 sm:grid-cols-5 xl:grid-cols-7">
        {drawn.map(([name, Icon]) => (
          <li key={name} className="min-w-0 text-center wrap-anywhere">
            <Icon size={24} className="mx-auto mb-1" />
            <span className="text-small text-muted">{spoken(name)}</span>
          </li>
        ))}
      </ul>
      <SmallSamples>
        <Sample name="Spinner">
          <Spinner />
        </Sample>
      </SmallSamples>
    </>
  )
}
