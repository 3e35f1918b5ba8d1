import { describe, expect, test } from 'vitest'
import { email } from './account.ts'
import { isSameName, name, nameProblem, nameProblems, namesAgree } from './name.ts'

/** Real names as people write them, by origin. */
const names: Readonly<Record<string, string>> = {
  Yoruba: `Ọláṣubòmí Adéwálé Ọ̀ṣúntókun | Adébáyọ̀ Ògúnlẹ́sì | Ọ̀ṣọ́ọlá Adébáyọ̀ | Títílayọ̀ Akíntọ́lá | Fúnmiláyọ̀ Ransome-Kútì |
    Olúwáṣeun Ọmọ́tóṣọ̀ | Ṣadé Olúwọlé | Ẹ̀bùnolúwa Fáṣọlá | Ìyábọ̀ Ọbasanjọ́ | Bọ́lá Tinubu | Wọlé Ṣóyínká | Kẹ́hìndé Ìdòwú |
    Táíwò Àjàyí | Abọ́sẹ̀dé Ọdúnsì | Olúfúnkẹ́ Àkàndé | Ayọ̀délé Ẹ̀gbẹ́yẹmí | Morẹ́nikẹ́ Ṣógbèsan | Adéọlá Ọ̀dúntàn |
    Oluwadamilola Adebisi-Coker | Babatunde Raji Fashola | Folasade Alakija | Oyinkansola Gbadamosi | Ṣẹ̀gun Ọ̀ṣọ́bà |
    Gbénga Ọlọ́runfẹ́mi | Adéṣọlá Ọ̀yẹ́lẹ́yẹ | Ọmọ́wùnmí Ẹlẹ́sẹ̀ | Mosúnmọ́lá Àbíọ́lá | Dàpọ̀ Ọlọ́rundà |
    Ọmọ́lará Ṣówándé | Adéníkẹ̀ẹ́ Ọṣúnlànà | Ìgè Bámidélé | Àṣàkẹ́ Ọlátúnjí | Fẹ́mi Ọ̀tẹ́dọlá | Ọládiméjì Ṣóẹ̀tán`,
  Igbo: `Chukwuemeka A.B. Obi | Chimamanda Ngozi Adichie | Ụchẹ Ọkọnkwọ | Ńnéka Ọkpàrà | Ịfeọma Ụzọma | Chị̀nụ́á Àchẹ̀bẹ̀ |
    Ọbịageli Ezekwesịlị | Nnamdi Azikiwe | Emeka Odumegwu-Ojukwu | Ndubuisi Kanu | Adaọra Nwachukwu | Ebere Ọnyekachi |
    Ụgọchị Eze | Obiọma Ṅwankwọ | Chidinma Ọkafọ | Kelechi Iheanacho | Ikechukwu Ọgbọnna | Nkiruka Anyaegbunam |
    Ogechukwu Mbah | Somtochukwu Ilozue | Chiamaka Nwankwo-Eze | Uzoamaka Nwosu | Kamsiyochukwu Anigbo | Ṅgọzị Ọkọnjọ-Ịwẹala |
    Obinna Ụmeh | Ọnyịnye Ụgwụ | Amarachi Nwaọgụ | Chịka Ọnwụ | Ifeanyi Ubah-Okeke | Nwamaka Ọzọemena`,
  Hausa: `Ɗanladi Ɓala | Aminu Ɗantata | Ƙasimu Ƴar'adua | Hauwa'u Abubakar | Sa’adatu Ƙaura | Ɓaba Ɗan Ƙasa | Musa Ɗanƙwairo |
    Hadiza Bala Usman | Garba Shehu | Ladi Kwali | Talatu Ƙwairanga | Binta Ɗahiru | Yakubu Gowon | Umaru Musa Yar'Adua |
    Balarabe Ɗanlami | A'isha Lemu | Rabi'u Musa Ƙwanƙwaso | Jummai Ɗogara | Sani Ɓacha | Tanko Muƙaddas | Gambo Sawaba |
    Ɗantani Ƙofa | Ƙyauta Ɓoyi | Halima Ƴelwa | Jibrin Ɗan Lami | Asma'u Ƙila | Tsoho Ɓature | Maƙama Doƙo`,
  Fulani: `Ahmadu Bello | Usman ɗan Fodio | Modibbo Aɗama | Diɗɗo Jallo | Kaɗija Sanda | Aissatou Ɓah | Buuba Ƴero | Fatimatou Ɓello |
    Ardo Ƴaya | Hamma Joɗa | Dikko Ɗemɓo | Muhammadu Buhari | Lamiɗo Sanusi`,
  'Efik, Ibibio and Annang': `Ekaette Unya Bassey | Okon Effiong Edet | Ini Edo | Uwem Akpan | Nsikak Udoh-Ekanem | Eyo Ita |
    Arit Ẹkpẹ́nyọ̄ng | Mfọn Ụdọ | Ime Bishop Umoh | Idara Ñkereuwem | Ndifreke Ukpong | Abasiama Essien | Itoro Ọfiọn | Ñsidibe Ikpeme | Grace Edem-Inyang | Mkpoutom Ọ́kọ́n`,
  Tiv: `Terhemba Shija | Mbalamen Wantaregh | Aondoaver Kuttuh | Iveren Tyoor | Doosuur Iorapuu | Msurshima Comfort Chenge |
    Joseph Sarwuan Tarka | Hembadoon Agber | Terngu Ikyegh | Nguwasen Adzape | Orshi Bem | Wuese Ĭyorkyaa | Shagbaor Wegh | Dooshima Gbillah`,
  'Edo, Ijaw, Urhobo, Itsekiri, Idoma, Nupe, Kanuri and more': `Osagie Ọ̀bàsẹ́kí | Eghosa Igbinedion | Ẹsọ́sa Ọsáigbovo | Oronsaye Aigbokhan |
    Ebiere Koru-Alagoa | Tonye Briggs-Oniyide | Timi Dakolo | Preye Aganaba | Ibinabo Fiberesima-West | Oghenekaro Etebu |
    Ejiro Ọtarigho | Onoriode Ọghẹnẹ | Alero Jọlọ́mi | Toritseju Ẹmikọ́ | Agbo Ọchẹ Oklobia | Ene Ọga Alechenu |
    Ndagi Abdullahi Nmadu | Kaka Shehu Lawan | Falmata Ngurno | Kyari Bukar Abba | Plangnan Dashe | Nanret Gyang Pam |
    Yilkur Dakwat | Kuyet Aruwa | Ladi Zonkwa-Bako | Wilson Gbaguidi | Ogoni Saro-Wiwa | Gokana Nwibani`,
  'With Arabic roots': `Abd al-Rahman ʿUmar | Sheikh ʾIbrāhīm Ṣāliḥ | Ma'aruf Lawal | Nu'man Al-Mustapha | Qur'aniyya Sulayman |
    Mu’azu Babangida | Sa\`adu Zungur | Isma´il Kamal | ʿAbd al-Qādir al-Jīlānī | Nasir el-Rufai | Ḥalīma Ṭāhir | Umm Kulthum |
    Abu Bakr as-Siddiq | Al-Amin bin Yusuf | Mohd. Bashir Lado | Md.Rahman Chowdhury | Zainab bint Jahsh`,
  'With titles, initials and endings': `St. Mary Okoro | Sr. Mary-Assumpta O'Neill | Dr.Bello | Dr. Bello | DR.Bello | Prof. P.L.O. Lumumba |
    J. R. Okafor | J.R. Okafor | J.R.Okafor | A. B. C. Nwosu | M.K.O. Abiola | M. K. O. Abíọ́lá | Alh. Aliko Dangote | Alh.Musa Bello |
    Chief Mrs. H.I.D. Awolowo | Engr.Musa Ibrahim | Barr. Femi Falana, SAN | Rt.Hon.Emeka Ihedioha | Lt.Col. Dangiwa Umar |
    Rev. Fr. Mbaka | Rev.Fr. George Ehusani | Pst. E. A. Adeboye | Mallam Aminu Kano | Hajia.Bola Shagaya | Oba Ovonramwen | Otunba Gani Adams |
    Mr. & Mrs. Okonkwo | Okafor, Ngozi A. | Ade Ojo Jr. | Ade Ojo, Jr | Sammy Davis Jnr. | Harold Smith Sr. | Henry Ford III | Thurston Howell, IV |
    John Paul 2 | Elizabeth 2nd | Ngozi Eze Ph.D | Ngozi Eze, Ph.D. | Uche Obi M.Sc | Tola Ade, B.Pharm. | Bisi Alade, M.B.B.S. |
    Ade Bello B.Tech | T.A.Elias | Q. Q. | Baby of Mrs. Eze (twin 1) | Twin 2 Okon | J.Ng | Mr.Bo Li | Dr. A. Ng | S.O. 'Wole Alade | Ikem "Skippo" Obi`,
  'From elsewhere': `Sinéad O'Brien | Sinéad O’Brien | Conor Mac Giolla Phádraig | Jean-Luc d’Arc | Anne-Marie du Pré | François Ébé’é |
    José María de la Cruz y Peña | Mª Luz García | Björk Guðmundsdóttir | Søren Åberg | Þórður Æsirsson | Łukasz Żółć | Jiří Dvořák | Ștefan Țăranu |
    Đặng Thị Ngọc Hân | Nguyễn Văn Ánh | Þóra Ýr | Zoë Müller-Lüdenscheidt | Jürgen Groß | Ġorġ Ħaż-Żebbuġ | Kwame Nkrumah | Nana Akufo-Addo | Ama Ata Aidoo |
    Nyɛmɛ Kɔfi | Ɖoƒe Ŋutsu | Kofi Ɔkyerɛ | Thembekile Ka-Mnyaka | Nǃxau ǂToma | Léopold Sédar Senghor | Ngũgĩ wa Thiong'o | Wangari Maathai | Wanjirũ Kĩmani |
    Kealiʻi Reichel | Jean-Claude N’Guessan | Priyanka D'Souza | V. V. S. Laxman | K.R. Narayanan | Sitti Nurhaliza binti Tarudin | X Æ | U Thant | Ng | E`,
  'In other scripts': `王小明 | 李小龙 | 欧阳娜娜 | 陳美玲 | 克里斯托弗·诺兰 | 山田 太郎 | さくら ももこ | マイケル・ジャクソン | 佐々木 希 | 김철수 | 박지성 |
    محمد بن سلمان | فاطمة الزهراء | د.أحمد خالد | عبد الرحمن | علی رضایی | דוד בן־גוריון | ז׳קלין כהן | Николай Гумилёв | Анна-Мария Соколова | И. И. Иванов |
    Олександр Зав'ялов | Γιώργος Παπαδόπουλος | Արամ Խաչատրյան | შოთა რუსთაველი | अमिताभ बच्चन | சுப்பிரமணியம் | সত্যজিৎ রায় | สมชาย ใจดี |
    ኃይለ ሥላሴ | ቴዎድሮስ ካሳሁን | བསྟན་འཛིན་རྒྱ་མཚོ | ߞߊ߲ߞߎ߬ ߡߎߛߊ߫`,
}

/** Names that try to send a message to strangers, by the reason for the refusal. */
const hostile = {
  link: [
    ...[
      'URGENT refund: visit http://evil.example',
      'https://evil.example/pay',
      'Claim at www.evil.example',
      'WWW.EVIL.COM',
    ],
    ...[
      'evil.com',
      'Visit evil.com now',
      'evil.com.ng',
      'pay.evil.co',
      'Mary.Ng',
      'refund-now.xyz',
      'my bank.gtbank.online',
    ],
    ...[
      't.me',
      'x.com',
      'T.COM',
      'dr.com',
      'mr.bet',
      'st.info',
      'g.co',
      'v.gd',
      'a.b.com',
      'Dr.Xyz',
      '7.party',
      'dr.dk',
      '1.1.1.1',
    ],
    ...[
      'ada@evil.example',
      'Ada <ada@evil.example>',
      '@labalaba',
      'ada＠evil.example',
      'mailto:ada',
      'tel:08031234567',
    ],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://evil',
      '//evil',
      'hxxp evil',
      'Http Evil',
      'xn--80ak6aa92e',
    ],
    ...[
      'evil .com',
      'evil. com',
      'evil dot com',
      'evil (dot) com',
      'evil..com',
      'evil\u200b.com',
      'e\u00advil.com',
      '(evil.com)',
      'evil.com,',
    ],
    ...[
      'ｅｖｉｌ.ｃｏｍ',
      '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
      'еvil.соm',
      'пример.рф',
      '例子.中国',
      'Ada.evil.party',
      'Ọlá.Click',
      'whatsapp.Ada',
      'evil．com',
    ],
  ],
  hidden: [
    ...[
      'Ada\u200bObi',
      'Ada\u200cObi',
      'Ada\u200dObi',
      'Ada\u2060Obi',
      'Ada\ufeffObi',
      '\u202eibO adA',
      'Ada \u2066Obi\u2069',
    ],
    ...[
      'Ada\u200eObi',
      'Ada\u061cObi',
      'A\u00adda',
      'Ada\u034fObi',
      'Ada\u3164Obi',
      'Ada\u115fObi',
      'Ada\ufe0fObi',
      'Ada\u{e0041}',
    ],
    ...[
      'Ada\nBcc',
      'Ada\r\nBcc',
      'Ada\tObi',
      'Ada\u0000',
      'Ada\u0085Obi',
      'Ada\u2028Obi',
      'Ada\u2029Obi',
      'Ada\u2800Obi',
      'Ada\ud800',
      'Ada\ue000',
    ],
  ],
  digits: ['Call 08031234567', 'Ada 123', '1 2 3', 'Ada ٠٨٠٣', 'Ada １２３', 'Ada 𝟏𝟐𝟑', 'Ada0803'],
  sign: [
    ...[
      'Ada/Obi',
      'C/O Obi',
      'Ada\\Obi',
      '<b>Ada</b>',
      'Ada > Obi',
      'URGENT: call us',
      'WIN!',
      'Win $$$',
      '₦ back',
      'Refund?',
      'Ada; Obi',
    ],
    ...[
      'Ada_Obi',
      '=Ada',
      'Ada+Obi',
      '50% off',
      '{{Ada}}',
      '[Ada]',
      'Ada | Obi',
      'Ada*',
      '#Ada',
      'Ada 😀',
      'Ada ½',
      'Ada ①',
      'evil。com',
      'Ada\u20dd',
    ],
  ],
} as const

const all = Object.entries(names).flatMap(([group, list]) =>
  list.split('|').map((text) => [group, text.trim().replace(/\s+/g, ' ')] as const),
)

describe('the schema accepts', () => {
  test('three hundred different real names', () => {
    expect(new Set(all.map(([, text]) => text)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(300)
  })

  test.each(all)('%s: %s', (_, text) => {
    expect(nameProblem(text)).toBeNull()
    expect(name.parse(text)).toBe(text.normalize('NFC'))
    expect(name.parse(text.normalize('NFD'))).toBe(text.normalize('NFC'))
  })

  test('a decomposed name with other spaces, and stores it composed with one plain space between words', () => {
    expect(name.parse(' O\u0323la\u0301 \u00a0 Ade\u3000')).toBe('Ọlá Ade')
  })

  test('1 to 120 characters', () => {
    expect([name.safeParse(' ').success, name.safeParse('\u3000').success]).toEqual([false, false])
    expect([name.safeParse('a'.repeat(120)).success, name.safeParse('a'.repeat(121)).success]).toEqual([
      true,
      false,
    ])
    expect(nameProblem('')).toBeNull()
  })
})

describe('the schema refuses', () => {
  test('more than sixty hostile names', () => {
    expect(Object.values(hostile).flat().length).toBeGreaterThanOrEqual(60)
  })

  test('a very long text at once', () => {
    const start = performance.now()
    expect(name.safeParse('a'.repeat(500_000)).success).toBe(false)
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test.each(hostile.link)('a link or an address: %j', (text) => {
    expect(refusalOf(text)).toBe(nameProblems.link)
  })

  test.each(hostile.hidden)('a hidden character or a line break: %j', (text) => {
    expect(refusalOf(text)).toBe(nameProblems.hidden)
  })

  test.each(['evil. ng', 'evil-site dot ng', 'Visit bit. ly', 'go to evil,co'])(
    'a host split by spaces or signs: %j',
    (text) => {
      expect(refusalOf(text)).toBe(nameProblems.link)
    },
  )

  test.each([
    'Your NEPA bill is overdue',
    'URGENT message',
    'Labalaba Support',
    'Please come to John',
    'Send to John',
    'your friend John',
  ])('the text of a message: %j', (text) => {
    expect(refusalOf(text)).toMatch(/^A name cannot hold the word “\p{L}+”/u)
  })

  test.each(['Mr. Ng', 'A. Ng', 'Ada Ng', 'Mrs. Ly', 'Ngozi Supporta', 'Verity Co'])(
    'no link and no message: %j',
    (text) => {
      expect(nameProblem(text)).toBeNull()
    },
  )

  test.each(hostile.digits)('more than two digits: %j', (text) => {
    expect(refusalOf(text)).toBe(nameProblems.digits)
  })

  test.each(hostile.sign)('a sign: %j', (text) => {
    expect(refusalOf(text)).toMatch(/^A name cannot hold the sign “.+”\. Leave it out\.$/u)
  })
})

test('a name matches in another case, with other accents and spaces, and never if a word differs', () => {
  expect(isSameName('Ọláńrewájú  Obi', 'olanrewaju obi')).toBe(true)
  expect(isSameName('Ada Obi', 'Ada Obi Junior')).toBe(false)
  expect(isSameName('Ada Obi', 'Emeka Obi')).toBe(false)
  expect(isSameName('', ' ')).toBe(false)
})

test.each([
  ['Ada Obi', 'ADA  Óbi', true],
  ['Ada Obi', 'Obi Ada', true],
  ['Ada Obi', 'Ada Chioma Obi', true],
  ['Obi Chioma Ada', 'Ada Obi', true],
  ['Ada', 'Ada', true],
  ['Ada', 'Ada Obi', false],
  ['Taiwo Adeleke', 'Kehinde Adeleke', false],
  ['Ada Chioma Obi', 'Ada Ngozi Obi', false],
  ['Obi Obi', 'Ada Obi', false],
  ['', '', false],
])('the names %j and %j can be of one person: %s', (one, other, agree) => {
  expect([namesAgree(one, other), namesAgree(other, one)]).toEqual([agree, agree])
})

/** Hosts that mail programs turn into `demo.example`, and a letter that looks like another. */
test.each([
  'ada@demo\u3002example',
  'ada@d\uFF45mo.example',
  'ada@de\uFE0Fmo.example',
  '\u0430da@demo.example',
])('an address beyond ASCII is refused: %j', (typed) => {
  expect(email.safeParse(typed).success).toBe(false)
  expect(email.safeParse("Ada.O'Bi+tag_1@mail.demo-lab.example").data).toBe(
    "ada.o'bi+tag_1@mail.demo-lab.example",
  )
})

/** The message of the schema, which must be the one that the browser shows beside the field. */
function refusalOf(text: string): string | undefined {
  const read = name.safeParse(text)
  const said = read.success ? undefined : read.error.issues[0]?.message
  expect(nameProblem(text)).toBe(said)
  return said
}
