import { type NoticeChannel, type NoticeChoices, type NoticeTopic, noticeTopics } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Card } from '../../components/card.tsx'
import { Switch } from '../../components/choices.tsx'
import * as copy from '../../copy/notifications.ts'
import { channelNames, channelsOffered, isLast, topicWords, whereTo } from './policy.ts'

type TopicCardsProps = {
  choices: NoticeChoices
  onTurned: (turn: { topic: NoticeTopic; channel: NoticeChannel; on: boolean }) => void
}

/** Each topic with its description, and a switch per channel. */
export function TopicCards({ choices, onTurned }: TopicCardsProps) {
  return noticeTopics.map((topic) => {
    const on = choices.topics.find((one) => one.topic === topic)?.on ?? []
    const { title, about } = topicWords[topic]
    return (
      <Card key={topic} as="section" labelledBy={`topic-${topic}`}>
        <h2 id={`topic-${topic}`} className="heading-small">
          {title}
        </h2>
        <p className="text-muted mt-1">{about}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: the heading names the group, and a legend cannot be one */}
        <div role="group" aria-labelledby={`topic-${topic}`} className="divide-hair mt-3 divide-y">
          {channelsOffered(choices).map((channel) => (
            <div key={channel} className="py-1 *:flex *:min-h-14 *:w-full *:justify-between *:gap-4">
              <Switch
                on={on.includes(channel)}
                describedBy={isLast(choices, topic, channel) ? `last-${topic}` : undefined}
                onTurned={(wanted) => onTurned({ topic, channel, on: wanted })}
              >
                <span className="min-w-0">
                  <span className="text-input block">{channelNames[channel]}</span>{' '}
                  <span className="text-muted block font-normal">
                    <Breakable text={whereTo(choices, channel)} />
                  </span>
                </span>
              </Switch>
            </div>
          ))}
        </div>
        <p id={`last-${topic}`} hidden>
          {copy.onlyWay}
        </p>
      </Card>
    )
  })
}
