import { type Choice, type FormField, newField } from "../../shared/forms/forms.definition";

type More = Partial<Omit<FormField, "choices">> & { choices?: readonly string[] };

const choiceOf = (label: string, at: number): Choice => ({ id: `c${at + 1}`, label, translations: {} });

const field = (
  kind: FormField["kind"],
  id: string,
  label: string,
  { choices = [], ...more }: More = {},
): FormField => ({
  ...newField(kind, id),
  label,
  choices: choices.map(choiceOf),
  ...more,
});
const column = (id: string, label: string, kind: "text" | "number" | "money" | "date") => ({
  id,
  label,
  kind,
  required: id === "k1",
  choices: [],
});
const must = { required: true };
const told = { required: true, in_inbox: true };

/** Who decides: the manager, a role by its code, or a person by their key; `if` names field, comparison and value. */
export interface DemoStep {
  by: "manager" | "role" | "user";
  who?: string;
  if?: readonly [field: string, op: "is" | "more", value: string];
}

export interface DemoForm {
  key: string;
  title: string;
  description: string;
  fields: readonly FormField[];
  steps: readonly DemoStep[];
  /** The version that is filled in; 0 for what was never published. Earlier ones had fewer fields. */
  published: number;
  /** It is being changed. */
  draft?: boolean;
  active?: boolean;
  /** Departments that may use it; everyone without. */
  departments?: readonly string[];
}

const german = { de: { label: "Wofür wird es gebraucht?", help: "" }, ar: { label: "لماذا تحتاج إليه؟", help: "" } };

export const demoForms: readonly DemoForm[] = [
  {
    key: "equipment",
    title: "IT equipment",
    description: "Laptops, screens and what else one works with. IT orders within five working days.",
    fields: [
      field("choice", "f1", "What do you need?", {
        ...told,
        choices: ["Laptop", "Screen", "Phone", "Headset", "Something else"],
      }),
      field("text", "f2", "What exactly?", { ...must, shown_if: [{ field: "f1", op: "is", value: "c5" }] }),
      field("long_text", "f3", "What is it for?", { ...must, translations: german }),
      field("choice", "f4", "Is it for you?", { ...must, half: true, choices: ["For me", "For somebody new"] }),
      field("date", "f5", "Needed by", { half: true }),
      field("text", "f6", "Name of the new colleague", { shown_if: [{ field: "f4", op: "is", value: "c2" }] }),
      field("money", "f7", "What it costs, about", { in_inbox: true, min: "0", currencies: ["USD", "EUR"] }),
      field("file", "f8", "Offer", { help: "From 1,000 USD on, please add an offer." }),
    ],
    steps: [
      { by: "manager" },
      { by: "user", who: "layla" },
      { by: "role", who: "finance", if: ["f7", "more", "1500"] },
    ],
    published: 2,
  },
  {
    key: "travel",
    title: "Business travel",
    description: "For journeys of a day or longer. Please ask before anything is booked.",
    fields: [
      field("text", "f1", "Where to?", told),
      field("date_range", "f2", "When?", told),
      field("long_text", "f3", "Why?", must),
      field("choices", "f4", "What should be booked?", { choices: ["Flight", "Hotel", "Hired car", "Visa"] }),
      field("heading", "f5", "Costs"),
      field("table", "f6", "What it will cost", {
        columns: [column("k1", "What for", "text"), column("k2", "Days", "number"), column("k3", "Amount", "money")],
      }),
      field("money", "f7", "Altogether", { ...must, min: "0", currencies: ["USD", "EUR", "TRY"] }),
      field("user", "f8", "Who stands in meanwhile?"),
    ],
    steps: [{ by: "manager" }, { by: "role", who: "finance", if: ["f7", "more", "1000"] }],
    published: 3,
  },
  {
    key: "access",
    title: "Access to a building",
    description: "Keys and cards for offices, depots and the archive.",
    fields: [
      field("choice", "f1", "Which building?", {
        ...told,
        choices: ["Head office, Erbil", "Depot Sulaymaniyah", "Depot Mersin", "Archive"],
      }),
      field("date", "f2", "From", { ...must, half: true }),
      field("date", "f3", "Until", { half: true, help: "Empty: for good." }),
      field("choices", "f4", "Which areas?", {
        ...must,
        choices: ["Offices", "Warehouse", "Cold store", "Server room"],
      }),
      field("long_text", "f5", "Why the server room?", {
        ...must,
        shown_if: [{ field: "f4", op: "is", value: "c4" }],
      }),
    ],
    steps: [{ by: "manager" }, { by: "user", who: "rojin" }, { by: "user", who: "layla", if: ["f4", "is", "c4"] }],
    published: 1,
  },
  {
    key: "exception",
    title: "Expense exception",
    description: "Where something had to be paid that the rules don’t provide for.",
    fields: [
      field("money", "f1", "Amount", { ...told, min: "0.01", currencies: ["USD", "EUR", "IQD", "TRY"] }),
      field("date", "f2", "Paid on", { ...must, half: true }),
      field("department", "f3", "Charged to", { half: true }),
      field("text", "f4", "Paid to", { ...told }),
      field("long_text", "f5", "Why could it not wait?", must),
      field("file", "f6", "Receipt"),
    ],
    steps: [{ by: "manager" }, { by: "user", who: "ingrid" }],
    published: 1,
  },
  {
    key: "abroad",
    title: "Work from abroad",
    description: "For stays of up to 12 weeks. HR answers within three working days.",
    fields: [
      field("choice", "f1", "Country", {
        ...told,
        help: "Countries outside the customs union need a permit.",
        choices: ["Iraq", "Türkiye", "Germany", "South Korea"],
      }),
      field("date_range", "f2", "First and last day", told),
      field("text", "f3", "Where you can be reached"),
      field("table", "f4", "Days you will be offline", {
        columns: [column("k1", "Day", "date"), column("k2", "Reason", "text"), column("k3", "Hours", "number")],
      }),
      field("choices", "f5", "Equipment to take along", {
        choices: ["Laptop", "Second screen", "Phone with company number"],
      }),
    ],
    steps: [{ by: "manager" }, { by: "role", who: "hr", if: ["f2", "more", "28"] }],
    published: 3,
    draft: true,
  },
  {
    key: "uniform",
    title: "Work clothes",
    description: "Once a year for everyone in operations and fleet.",
    fields: [
      field("choice", "f1", "Size", { ...told, choices: ["S", "M", "L", "XL"] }),
      field("number", "f2", "How many sets?", { ...must, min: "1", max: "3", default: "2" }),
    ],
    steps: [{ by: "manager" }],
    published: 1,
    active: false,
    departments: ["OPS", "FLT"],
  },
  {
    key: "visit",
    title: "Visitors at a depot",
    description: "",
    fields: [field("text", "f1", "Who comes?", must), field("date", "f2", "When?", must)],
    steps: [{ by: "manager" }],
    published: 0,
  },
];

export interface DemoFilled {
  form: string;
  who: string;
  /** Days ago that it was sent, or begun. */
  ago: number;
  /** How many said yes, and what came then; `waits` is still asked, `done` went all the way. */
  yes?: number;
  end: "draft" | "waits" | "done" | "rejected" | "changes" | "cancelled";
  note?: string;
  version?: number;
  /** `day:12` is the day in twelve days, `who:dara` a person, `dep:DIG` a department. */
  answers: Record<string, unknown>;
}

const usd = (amount: string) => ({ amount, currency: "USD" });
const days = (from: number, to: number) => ({ from: `day:${from}`, to: `day:${to}` });

export const filledForms: readonly DemoFilled[] = [
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
