import {
  type FormChoice,
  type FormField,
  type FormTranslations,
  newField,
} from "../../../../shared/requests/forms/forms.definition";

type More = Partial<Omit<FormField, "choices">> & { choices?: readonly string[] };

const choiceOf = (label: string, at: number): FormChoice => ({ id: `c${at + 1}`, label, translations: {} });

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
  translations: {},
});
const must = { required: true };
const inInbox = { required: true, in_inbox: true };

/** Approver: the manager, a role by code, or a user by key; `if` contains field, operator and value. */
export interface DemoStep {
  by: "manager" | "role" | "user";
  who?: string;
  if?: readonly [field: string, op: "is" | "more", value: string];
}

export interface DemoForm {
  key: string;
  title: string;
  description: string;
  translations?: FormTranslations;
  fields: readonly FormField[];
  steps: readonly DemoStep[];
  /** Number of the published version; 0 if never published. Earlier versions had fewer fields. */
  published: number;
  draft?: boolean;
  active?: boolean;
  /** Departments that may use the form; all when omitted. */
  departments?: readonly string[];
}

const german = { de: { label: "Wofür wird es gebraucht?", help: "" }, ar: { label: "لماذا تحتاج إليه؟", help: "" } };

export const demoForms: readonly DemoForm[] = [
  {
    key: "equipment",
    title: "IT equipment",
    description: "Laptops, screens and what else one works with. IT orders within five working days.",
    translations: {
      de: { title: "IT-Ausstattung", description: "Laptops, Bildschirme und womit man sonst arbeitet." },
      ar: { title: "معدات تقنية المعلومات", description: "أجهزة محمولة وشاشات وما يُعمل به من أجهزة أخرى." },
    },
    fields: [
      field("choice", "f1", "What do you need?", {
        ...inInbox,
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
      field("text", "f1", "Where to?", inInbox),
      field("date_range", "f2", "When?", inInbox),
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
        ...inInbox,
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
      field("money", "f1", "Amount", { ...inInbox, min: "0.01", currencies: ["USD", "EUR", "IQD", "TRY"] }),
      field("date", "f2", "Paid on", { ...must, half: true }),
      field("department", "f3", "Charged to", { half: true }),
      field("text", "f4", "Paid to", { ...inInbox }),
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
        ...inInbox,
        help: "Countries outside the customs union need a permit.",
        choices: ["Iraq", "Türkiye", "Germany", "South Korea"],
      }),
      field("date_range", "f2", "First and last day", inInbox),
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
      field("choice", "f1", "Size", { ...inInbox, choices: ["S", "M", "L", "XL"] }),
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
