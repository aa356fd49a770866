export interface DemoFilledForm {
  form: string;
  who: string;
  /** Days since the request was sent or created. */
  ago: number;
  /** `yes` is the number of approvals before `end`. In `end`, `waits` means still pending and `done` means fully approved. */
  yes?: number;
  end: "draft" | "waits" | "done" | "rejected" | "changes" | "cancelled";
  note?: string;
  version?: number;
  /** Placeholders: `day:12` is the date in 12 days, `who:dara` a user, `dep:DIG` a department. */
  answers: Record<string, unknown>;
}

const usd = (amount: string) => ({ amount, currency: "USD" });
const days = (from: number, to: number) => ({ from: `day:${from}`, to: `day:${to}` });

export const filledForms: readonly DemoFilledForm[] = [
  {
    form: "equipment",
    who: "dara",
    ago: 2,
    end: "waits",
    answers: { f1: "c2", f3: "Two windows side by side while designing", f4: "c1", f7: usd("420.00") },
  },
  {
    form: "equipment",
    who: "hana",
    ago: 1,
    end: "waits",
    answers: { f1: "c3", f3: "To try the driver app on an older device", f4: "c1", f5: "day:14", f7: usd("280.00") },
  },
  {
    form: "equipment",
    who: "omar",
    ago: 6,
    yes: 1,
    end: "waits",
    answers: { f1: "c1", f3: "The battery of mine lasts twenty minutes", f4: "c1", f7: usd("1899.00") },
  },
  {
    form: "equipment",
    who: "tobias",
    ago: 34,
    end: "done",
    answers: { f1: "c4", f3: "Calls from the open office", f4: "c1", f7: usd("129.00") },
  },
  {
    form: "equipment",
    who: "grace",
    ago: 71,
    end: "done",
    version: 1,
    answers: { f1: "c1", f3: "For Elif, who begins on the first", f4: "c2", f7: usd("1450.00") },
  },
  {
    form: "equipment",
    who: "jihun",
    ago: 18,
    end: "rejected",
    note: "The one of last year is good for two more.",
    answers: { f1: "c3", f3: "Newer camera", f4: "c1", f7: usd("990.00") },
  },
  { form: "equipment", who: "dara", ago: 0, end: "draft", answers: { f1: "c5", f2: "Drawing tablet", f4: "c1" } },
  {
    form: "travel",
    who: "rezan",
    ago: 1,
    end: "waits",
    answers: {
      f1: "Mersin",
      f2: days(20, 23),
      f3: "Setting up the scanners with the depot",
      f4: ["c1", "c2"],
      f6: [
        { k1: "Flight", k3: "310" },
        { k1: "Hotel", k2: "3", k3: "240" },
      ],
      f7: usd("550.00"),
    },
  },
  {
    form: "travel",
    who: "anna",
    ago: 4,
    yes: 1,
    end: "waits",
    answers: {
      f1: "Incheon",
      f2: days(33, 39),
      f3: "Hanbit Ceramics, yearly talks",
      f4: ["c1", "c2", "c4"],
      f7: usd("2840.00"),
      f8: "who:hiwa",
    },
  },
  {
    form: "travel",
    who: "dara",
    ago: 58,
    end: "done",
    answers: { f1: "Erbil", f2: days(-50, -48), f3: "Workshop with customer service", f4: ["c2"], f7: usd("390.00") },
  },
  {
    form: "travel",
    who: "mariam",
    ago: 96,
    end: "done",
    answers: {
      f1: "Ankara",
      f2: days(-88, -85),
      f3: "Customs authority, new forms",
      f4: ["c1", "c2"],
      f7: usd("1120.00"),
    },
  },
  {
    form: "travel",
    who: "nora",
    ago: 9,
    end: "changes",
    note: "Could it be one day instead of three?",
    answers: { f1: "Porto", f2: days(25, 27), f3: "Photographs at Mendes", f4: ["c1", "c2"], f7: usd("870.00") },
  },
  {
    form: "travel",
    who: "hiwa",
    ago: 140,
    end: "cancelled",
    answers: { f1: "Riga", f2: days(-120, -118), f3: "Baltic Timber", f4: ["c1"], f7: usd("760.00") },
  },
  {
    form: "access",
    who: "minseo",
    ago: 3,
    end: "waits",
    answers: { f1: "c1", f2: "day:2", f4: ["c1", "c4"], f5: "Taking part in the move of the servers" },
  },
  {
    form: "access",
    who: "karwan",
    ago: 12,
    yes: 1,
    end: "waits",
    answers: { f1: "c2", f2: "day:-5", f4: ["c2", "c3"] },
  },
  { form: "access", who: "elif", ago: 64, end: "done", answers: { f1: "c1", f2: "day:-60", f4: ["c1"] } },
  {
    form: "access",
    who: "carlos",
    ago: 130,
    end: "done",
    answers: { f1: "c3", f2: "day:-126", f3: "day:-90", f4: ["c2"] },
  },
  {
    form: "exception",
    who: "omar",
    ago: 2,
    end: "waits",
    answers: {
      f1: usd("86.40"),
      f2: "day:-3",
      f3: "dep:DIG",
      f4: "Airport parking, Erbil",
      f5: "The train back was cancelled",
    },
  },
  {
    form: "exception",
    who: "viktor",
    ago: 5,
    yes: 1,
    end: "waits",
    answers: {
      f1: { amount: "4200.00", currency: "TRY" },
      f2: "day:-8",
      f3: "dep:FLT",
      f4: "Yıldız Otomotiv",
      f5: "A truck stood with a broken belt on the motorway",
    },
  },
  {
    form: "exception",
    who: "hana",
    ago: 45,
    end: "done",
    answers: { f1: usd("58.00"), f2: "day:-47", f4: "Taxi", f5: "Night of the release" },
  },
  {
    form: "exception",
    who: "samir",
    ago: 77,
    end: "rejected",
    note: "Lunch is on everyone’s own.",
    answers: { f1: usd("23.50"), f2: "day:-79", f4: "Restaurant", f5: "Long day" },
  },
  {
    form: "abroad",
    who: "minseo",
    ago: 5,
    end: "waits",
    answers: {
      f1: "c4",
      f2: days(30, 71),
      f3: "Seoul, at my parents’",
      f4: [{ k1: "day:40", k2: "Family day", k3: "8" }],
      f5: ["c1", "c3"],
    },
  },
  { form: "abroad", who: "tobias", ago: 8, yes: 1, end: "waits", answers: { f1: "c3", f2: days(26, 60), f5: ["c1"] } },
  { form: "abroad", who: "jihun", ago: 11, end: "waits", answers: { f1: "c4", f2: days(44, 58), f5: ["c1", "c2"] } },
  {
    form: "abroad",
    who: "rezan",
    ago: 110,
    end: "done",
    version: 2,
    answers: { f1: "c2", f2: days(-95, -80), f5: ["c1"] },
  },
  { form: "uniform", who: "karwan", ago: 200, end: "done", answers: { f1: "c3", f2: "2" } },
  { form: "uniform", who: "zainab", ago: 198, end: "done", answers: { f1: "c2", f2: "3" } },
];
