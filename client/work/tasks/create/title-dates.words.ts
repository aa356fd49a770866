import { foldText } from "../../../../shared/kernel/text/fold";

/** Words around a day in a title, in all languages of the product, that indicate whether it is the day the task is due. */
const wordSet = (...lists: string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/,?\s+/u)).map((word) => foldText(word).normalize("NFC")));

/** Prepositions of a deadline, also within a sentence. */
export const dueMarkers = [
  "by",
  "due",
  "due by",
  "due on",
  "no later than",
  "spätestens",
  "spätestens am",
  "spätestens bis",
  "spätestens zum",
  "fällig",
  "fällig am",
  "fällig bis",
  "fällig zum",
  "بحلول",
  "بحلول يوم",
  "في موعد أقصاه",
  "في موعد أقصاه يوم",
  "قبل",
  "قبل يوم",
  "پێش",
  "پێش ڕۆژی",
];

/** Deadline or end of a period: "bis Freitag abschicken", "bis Freitag geschlossen". */
export const untilMarkers = [
  "bis",
  "bis zum",
  "bis spätestens",
  "bis spätestens zum",
  "bis spätestens am",
  "حتى",
  "حتى يوم",
  "تا",
  "تا ڕۆژی",
  "هەتا",
  "هەتا ڕۆژی",
];

export const onMarkers = ["on", "am", "zum", "يوم", "في", "في يوم", "لە", "لە ڕۆژی", "ڕۆژی"];

/** Before or after a day, these words connect it with something else than the task. */
const stopWords = wordSet(
  "of from since to for with about like than as via per between and or nor the a an that these those its his her my our your their",
  "at in into onto over under after before until till through thru during except without within around versus vs not no past last previous other another first second third fourth next",
  "is are was were be been being isn't has had will would can could may might must should",
  "we i you he she it they who which what why how when where if because while",
  "black cyber good happy casual ash easter palm blue manic super giving shrove whit maundy holy freaky girl bloody lazy busy better usa psychology most every each any mr mrs ms miss dr called named titled early late latest thing day end start beginning middle week",
  "von vom seit ab mit für an über nach vor bei beim zu zur im in aus gegen ohne um wegen während zwischen und oder als wie pro je per auf unter der die das den dem des ein eine einen einem einer dieser kein keine",
  "letzten letzter letzte letztem vorigen voriger vergangenen vergangener vorletzten jeden jeder jede jedem schwarzer schwarzen schwarze herr herrn frau familie firma guten ist sind war wird werden hat haben kann wir ich er sie es stand ersten erster zweiten anderen ende anfang mitte woche journal show",
  "من عن منذ كل او أو ثم بعد الى إلى على حول مع بين ل خلال مثل ذلك هذا هذه آخر اخر أي كان عند لدى نهاية بداية حتى قبل ضد الماضي الماضية",
  "بۆ لەسەر دەربارەی و یان هەموو دوای پاش لەگەڵ وەک هەر لەنێوان کۆتایی ئەو پێش تا لە کە ڕابردووی نێوان",
  "지난 지난주 저번 매주 매달 매월 매년 매일 격주 블랙 사이버 그 어느 및 와 또는 첫 이후 이전 부터",
);
const isArabicAnd = (folded: string) => /^و$/u.test(folded);
export const isStopWord = (folded: string): boolean => stopWords.has(folded) || isArabicAnd(folded);

/** Before "by", verbs whose particle it is; before "due", forms of "be" whose sentence would be torn. */
export const beforeTopics = wordSet(
  "drop stop swing come go stand pass blocked powered written directed painted designed sponsored inspired photo song book album from is are was were not be from since between and or",
  "ist sind war von vom seit ab zwischen und oder nicht",
  "من منذ بين و او أو ليس لە لەنێوان و یان 부터",
);

/** A number after these words is a name and no day: "Step 5 may", "Raum 3". */
export const labels = wordSet(
  "step room chapter gate floor version v release page section part phase sprint issue ticket no nr number level unit item line bus group team building hall table figure appendix option lot rev revision build update windows ios macos iphone android invoice minutes report statement backup snapshot log protocol agenda newsletter day week top act episode season volume edition article paragraph slide question task note notes export folder file date data photos minutes menu rota shift birthday",
  "schritt raum kapitel seite halle haus zimmer etage teil nummer rechnung protokoll bericht sicherung stand abschnitt absatz artikel paragraf folie frage punkt aufgabe ausgabe band gleis linie tisch gruppe stufe anlage auszug kontoauszug beleg gutschrift notizen lieferschein ordner datei datum fotos speiseplan geburtstag",
  "خطوه الخطوة غرفة الغرفة فصل الفصل صفحة الصفحة قاعة القاعة رقم الطابق طابق فاتورة الفاتورة محضر تقرير مرحلة المرحلة بند البند إصدار الإصدار نسخة النسخة بوابة قسم مادة",
  "ژووری ژوور بەشی بەش لاپەڕەی لاپەڕە ژمارە ژمارەی هەنگاوی هەنگاو هۆڵی هۆڵ نهۆمی وەشانی پسوولەی ڕاپۆرتی کۆنووسی",
  "버전 단계 방 페이지 회의실 제 번호 송장 청구서 회의록 보고서번호 릴리스",
);

/** The task repeats: the first day is not the day it is due. */
export const recurring = wordSet(
  "every each fortnightly jeden jede jeder jedes jedem 매주 매달 매월 매년 매일 격주 شەممانە",
);

/** Events and states on a day: "Office closed on Monday". A deadline with "by" is still one. */
export const announcements = wordSet(
  "closed open opens closes off away out absent vacation holiday holidays leave sick broken down offline unavailable available valid free expires expired expiring starts started begins began ends ended running",
  "zu geschlossen geöffnet offen frei urlaub krank abwesend verreist kaputt defekt gültig geht läuft gilt pause ferien feiertag betriebsferien gesperrt verfügbar ausgefallen verlängert verschoben verschieben verlängern vertagen vertagt warten ausverkauft beginnt endet startet",
  "مغلق مغلقة مفتوح إجازة اجازة عطلة العطلة غائب غائبة مريض معطل معطلة صالح صالحة ساري متوقف مؤجل تأجيل يبدأ ينتهي",
  "داخراوە داخراو کراوەیە پشوو پشووە پشووی نەخۆشە خراپە شکاوە بەردەوامە دواخستنی دەستپێدەکات",
  "휴무 휴가 휴관 휴일 연휴 닫음 영업 고장 유효 유효한 부재 병가 시작 종료 연기 진행 운영 방학",
);

/** Words about what has happened. */
export const retrospective = wordSet(
  "since ago last yesterday previous past happened reported broke broken held said sent received met was were did went came wrote written made lost found missed failed crashed between history retrospective recap",
  "seit gestern letzten letzter letzte letztem vorigen vergangenen vergangener passiert gemeldet erhalten gesendet geschickt bekommen verpasst gewesen stattgefunden gehalten war waren wurde wurden hatte rückblick zwischen",
  "منذ أمس امس الماضي الماضية السابق السابقة حدث كان كانت وصل وصلت أرسل تم انكسرت تعطلت بين",
  "دوێنێ ڕابردوو پێشوو بوو کرا هات نێردرا ڕوویدا لەنێوان",
  "지난 지난주 어제 작년 받은 보낸 있었던 발생한 했던 온 보고된 접수된 열린 이후 사이",
);

/** Verbs of statements: titles of tasks with a due day are imperatives. */
export const statements = wordSet(
  "shows says displays is are isn't aren't be been will would could might should cannot can't ist sind wird werden gibt هناك ليس 있다 없다 입니다 합니다 이다 ە هەیە نییە",
);

/** Questions are about something that is not known yet, such as "How to learn Rust in 3 weeks". */
export const questions = wordSet(
  "how what why when which who whom whose where whether if wie was warum wann welche welcher welches wer wo ob wenn falls كيف ماذا لماذا متى من أين هل ما إذا چۆن بۆچی کەی کێ کوێ چی ئەگەر ئایا 어떻게 왜 언제 누가 무엇 만약",
);

/** Beginnings of ranges, if a day follows: "from Monday to Friday". */
export const rangeStarts = wordSet("from since between von vom seit ab zwischen من منذ بين لە لەنێوان");

/** The object of these words, at the start or end of a title, is an event with its own day: "Plan party Friday", "Feier am 18. planen". */
export const topicWords = wordSet(
  "plan planning organise organize celebrate announce cancel postpone reschedule investigate analyse analyze summarise summarize compare migrate rename archive discuss outline retro feedback report slides notes minutes summary photos agenda menu rota shift newsletter protocol",
  "planen vorbereiten besprechen organisieren feiern ankündigen absagen nachbereiten zusammenfassen auswerten analysieren protokoll bericht folien notizen fotos rückblick zusammenfassung",
  "تخطيط إلغاء تأجيل تحليل محضر ملاحظات ملخص صور الاحتفال",
  "취소 회의록 사진 요약 분석 계획",
  "پلانی هەڵوەشاندنەوەی دواخستنی کۆنووسی وێنەکانی پوختەی",
);
/** With these verbs alone, "next week" is their object. */
export const planVerbs = wordSet(
  "plan prepare review organise organize schedule discuss outline support planen vorbereiten besprechen organisieren تخطيط تحضير مراجعة مناقشة 계획 준비 검토 پلانی ئامادەکردنی",
);

/** "At the latest", after a day. */
export const latestAfter = ["at the latest", "latest", "spätestens", "على الأكثر", "كحد أقصى", "على أبعد تقدير"];

/** Arabic nouns that a day identifies: "محضر يوم الاثنين". */
export const genitiveNouns = wordSet(
  "محضر تقرير اجتماع فاتورة جدول ملاحظات عرض درس محاضرة أحداث أخبار نتائج مبيعات حفل غداء عشاء فطور رحلة مباراة صلاة خطبة كتاب أعمال بيانات صور تسجيل ملخص قائمة موعد جلسة ورشة رسالة طلبات",
);
