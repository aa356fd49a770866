import { type PlannedArticle, htmlParagraphs } from "./news.texts";

export const earlierNews: readonly PlannedArticle[] = [
  {
    author: "soran",
    section: "company",
    daysAgo: 212,
    picture: "news-road.png",
    en: {
      title: "A third lane to Mersin",
      summary: "Two trucks a day instead of one, and what it means for customs.",
      body: htmlParagraphs(
        "From this week two trucks leave for Mersin each day.",
        "Mariam and her colleagues have the papers ready the evening before, so that nothing waits at the border.",
      ),
    },
  },
  {
    author: "jonas",
    section: "people",
    daysAgo: 175,
    en: {
      title: "Six new colleagues, and where to find them",
      summary: "Two at the service desk, two in the workshop, two developers.",
      body: htmlParagraphs("Say hello when you meet them in the kitchen; lunch on the first day is on the house."),
    },
    likes: ["amira", "grace", "nora"],
  },
  {
    author: "azad",
    section: "depots",
    daysAgo: 150,
    departments: ["FLT"],
    en: {
      title: "Fuel cards are renewed in the workshop",
      summary: "Bring the old one along. Carlos has the list.",
      body: htmlParagraphs(
        "The old cards stop working at the end of the month.",
        "Whoever is on the road that day sends a photograph instead.",
      ),
    },
  },
  {
    author: "rojin",
    section: "canteen",
    daysAgo: 121,
    picture: "news-table.png",
    en: {
      title: "Should the canteen open on Saturdays?",
      summary: "The shift at the depot has asked. Tell us what you would eat, and when.",
      body: htmlParagraphs(
        "Saturday shifts end at two. A warm meal at one would cost about what it does on weekdays, if at least twenty come.",
        "Write below whether you would.",
      ),
    },
    ar: {
      title: "هل يفتح المطعم أيام السبت؟",
      summary: "سألت مناوبة المستودع. أخبرونا ماذا ستأكلون ومتى.",
      body: htmlParagraphs(
        "تنتهي مناوبات السبت في الثانية. وجبة ساخنة في الواحدة تكلّف مثل أيام الأسبوع إذا حضر عشرون شخصًا على الأقل.",
        "اكتبوا أدناه إن كنتم ستحضرون.",
      ),
    },
    comments: [
      ["karwan", "Every Saturday, if there is soup."],
      ["yusuf", "Count the whole early shift in."],
      ["piotr", "One o’clock is late for those who start at five."],
      ["rojin", "Then we try half past twelve in March."],
    ],
    likes: ["karwan", "yusuf", "bahar", "piotr", "viktor"],
  },
  {
    author: "ingrid",
    section: "company",
    daysAgo: 96,
    en: {
      title: "Travel costs: new daily rates",
      summary: "They follow the tax office from this month on, for all countries.",
      body: htmlParagraphs(
        "You needn’t do anything: the form knows the rates.",
        "What was sent before stays as it was.",
      ),
    },
    ar: {
      title: "تكاليف السفر: معدلات يومية جديدة",
      summary: "تتبع مصلحة الضرائب من هذا الشهر، لكل البلدان.",
      body: htmlParagraphs("لا يلزمكم فعل شيء: النموذج يعرف المعدلات.", "ما أُرسل قبل ذلك يبقى كما هو."),
    },
  },
  {
    author: "amira",
    section: "company",
    daysAgo: 74,
    groups: ["App team"],
    en: {
      title: "The driver’s app is in the hands of ten drivers",
      summary: "What they said after the first week, word for word.",
      body: htmlParagraphs(
        "“It is quicker than paper, until the bridge.” The queue for places without a network comes next.",
      ),
    },
    likes: ["hana", "jihun"],
  },
  {
    author: "jonas",
    section: "people",
    daysAgo: 51,
    picture: "news-rings.png",
    en: {
      title: "Karwan Salih: five years tomorrow",
      summary: "From the night shift to the one who knows where everything stands.",
      body: htmlParagraphs(
        "When Karwan began there were four gates and one forklift. He has taught most of the early shift to drive it.",
        "There is cake at ten.",
      ),
    },
    comments: [
      ["bahar", "And he still remembers every pallet."],
      ["shilan", "Thank you, Karwan."],
    ],
    likes: ["shilan", "bahar", "yusuf", "layla", "amira", "grace"],
  },
];
