import { htmlList, type PlannedArticle, htmlParagraphs } from "./news.texts";

export const latestNews: readonly PlannedArticle[] = [
  {
    author: "shilan",
    section: "depots",
    daysAgo: 33,
    en: {
      title: "Rooms are released after 15 minutes",
      summary: "Whoever books and doesn’t come makes room for others.",
      body: htmlParagraphs(
        "A booked room that nobody has entered a quarter of an hour after the beginning can be taken by somebody else.",
      ),
    },
    comments: [
      ["grace", "At last."],
      ["ruben", "Please not for calls with clients who are late."],
      ["shilan", "Then press “we are here” for them."],
    ],
  },
  {
    author: "azad",
    section: "depots",
    daysAgo: 17,
    picture: "news-road.png",
    en: {
      title: "Winter tyres for the whole fleet by 10 December",
      summary: "Carlos has the list. The vans to Duhok go first.",
      body:
        htmlParagraphs("Bring your vehicle on the day that stands in the list; it takes forty minutes.") +
        htmlList("Vans: mornings.", "Trucks: from noon on.", "Cars of the office: Fridays."),
    },
  },
  {
    author: "ingrid",
    section: "company",
    daysAgo: 9,
    picture: "news-figures.png",
    en: {
      title: "October in figures: 1,204 deliveries on time",
      summary: "The best month since the move, and the one lane that still worries us.",
      body: htmlParagraphs(
        "Of 1,261 deliveries 1,204 came within the hour that was promised.",
        "The lane over Ibrahim Khalil loses a day each week at the border; from January we leave earlier.",
      ),
    },
    ar: {
      title: "أكتوبر بالأرقام: ١٬٢٠٤ توصيلات في موعدها",
      summary: "أفضل شهر منذ الانتقال، والخط الوحيد الذي ما زال يقلقنا.",
      body: htmlParagraphs(
        "من ١٬٢٦١ توصيلة وصلت ١٬٢٠٤ خلال الساعة الموعودة.",
        "يخسر خط إبراهيم الخليل يومًا كل أسبوع عند الحدود؛ من يناير سننطلق أبكر.",
      ),
    },
    likes: ["soran", "ruben", "shilan"],
  },
  {
    author: "layla",
    section: "safety",
    daysAgo: 5,
    picture: "news-lock.png",
    confirmIn: 6,
    en: {
      title: "How we handle customer data from 1 January",
      summary: "Four rules, one page. Labels with names no longer go into the open bin.",
      body:
        htmlParagraphs(
          "Customers trust us with their addresses, their goods and sometimes their keys. Four rules from January:",
        ) +
        htmlList(
          "Labels with names go into the locked bin.",
          "Photographs of deliveries stay in the app.",
          "Lists of clients aren’t sent by private mail.",
          "Whoever loses a phone tells IT within the hour.",
        ) +
        htmlParagraphs("Ask if anything is unclear, before it happens."),
    },
    ar: {
      title: "كيف نتعامل مع بيانات العملاء من ١ يناير",
      summary: "أربع قواعد في صفحة. الملصقات التي عليها أسماء لا تُرمى في الحاوية المفتوحة.",
      body:
        htmlParagraphs("يأتمننا العملاء على عناوينهم وبضائعهم وأحيانًا مفاتيحهم. أربع قواعد من يناير:") +
        htmlList(
          "الملصقات التي عليها أسماء في الحاوية المقفلة.",
          "صور التسليم تبقى في التطبيق.",
          "قوائم العملاء لا تُرسل ببريد خاص.",
          "من يفقد هاتفه يبلغ تقنية المعلومات خلال ساعة.",
        ) +
        htmlParagraphs("اسألوا إن كان شيء غير واضح، قبل أن يحدث."),
    },
  },
  {
    author: "shilan",
    section: "depots",
    daysAgo: 2,
    picture: "news-dock.png",
    pinned: true,
    en: {
      title: "The depot opens a second dock on 1 December",
      summary:
        "Forty more pallets an hour, no more waiting on Gulan Street, and a new early shift from 05:30. What changes for drivers, dispatch and the customers who collect themselves.",
      body:
        htmlParagraphs(
          "For two years our drivers have known one place in Erbil better than their own kitchens: the bend in Gulan Street where they wait until the only dock is free. On 1 December at 05:30 that ends.",
          "The second dock takes two trucks up to 12 metres. Together they handle about 110 pallets an hour, forty more than today. Dispatch plans both in the same calendar, so nobody needs a second list.",
        ) +
        "<h3>What changes for you</h3>" +
        htmlList(
          "Drivers: your task names the dock. Enter by the north gate.",
          "The early shift starts at 05:30. Yusuf plans the rota with you.",
          "Customers who collect themselves stay at dock 1.",
        ) +
        "<blockquote><p>We could load faster than we could park. Now it is the other way round.</p></blockquote>",
    },
    ar: {
      title: "المستودع يفتح رصيفًا ثانيًا في ١ ديسمبر",
      summary: "أربعون منصة نقّالة إضافية في الساعة، ولا انتظار بعد اليوم في شارع كولان، ومناوبة مبكرة جديدة من ٠٥:٣٠.",
      body:
        htmlParagraphs(
          "منذ عامين يعرف سائقونا مكانًا في أربيل أكثر من مطابخهم: منعطف شارع كولان حيث ينتظرون حتى يفرغ الرصيف الوحيد. في ١ ديسمبر الساعة ٠٥:٣٠ ينتهي ذلك.",
          "يستقبل الرصيف الثاني شاحنتين بطول ١٢ مترًا. يعالج الرصيفان معًا نحو ١١٠ منصات في الساعة.",
        ) +
        "<h3>ماذا يتغيّر لكم</h3>" +
        htmlList(
          "السائقون: الرصيف مكتوب في المهمة. الدخول من البوابة الشمالية.",
          "المناوبة المبكرة تبدأ ٠٥:٣٠. يخطط يوسف الجدول معكم.",
        ) +
        "<blockquote><p>كنا نحمّل أسرع مما نستطيع الوقوف. الآن نقف أسرع مما نستطيع التحميل.</p></blockquote>",
    },
    comments: [
      ["yusuf", "Can the scales stay at dock 1? The floor at 2 isn’t level yet."],
      ["shilan", "They stay until the floor is done."],
      ["viktor", "The calendar shows both docks already."],
    ],
    likes: ["soran", "azad", "viktor", "zainab", "karwan", "yusuf", "bahar"],
  },
];
