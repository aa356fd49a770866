import type { FinanceType } from "../../../shared/requests/finance/finance.schema";
import type { FinanceStatus } from "../../../shared/requests/finance/finance.workflow";

export interface PlannedFinance {
  who: string;
  type: FinanceType;
  currency: string;
  supplier: string | null;
  title: string;
  items: readonly (readonly [string, string, number])[];
  /** Days since the request was sent or created. */
  ago: number;
  status: FinanceStatus;
  note?: string;
  invoice?: string;
  answer?: string;
  /** For an advance, whether the receipts were submitted. */
  settled?: boolean;
}

export const singleFinance: readonly PlannedFinance[] = [
  {
    who: "dara",
    type: "purchase",
    currency: "USD",
    supplier: "Foundry Type Library",
    title: "Fonts, extended licence",
    items: [["Licence, five seats", "128.00", 5]],
    ago: 8,
    status: "approved",
  },
  {
    who: "dara",
    type: "purchase",
    currency: "EUR",
    supplier: "Erbil Scan House",
    title: "Scanners for Depot South",
    items: [
      ["Handheld scanner, rugged", "1420.00", 2],
      ["Charging cradle, four slots", "180.00", 2],
      ["Set-up and training on site", "540.00", 2],
    ],
    ago: 1,
    status: "waiting_manager_approval",
    note: "The pilot starts next month. The second quote was 4,910.00 EUR.",
    invoice: "Q-2291",
  },
  {
    who: "jihun",
    type: "cash_advance",
    currency: "IQD",
    supplier: null,
    title: "Travel to Duhok, test phones",
    items: [
      ["Driver, two days", "400000", 1],
      ["Hotel", "100000", 2],
    ],
    ago: 2,
    status: "waiting_manager_approval",
  },
  {
    who: "omar",
    type: "purchase",
    currency: "USD",
    supplier: "Kurdistan Label Works",
    title: "Label printers",
    items: [["Label printer, network", "595.00", 2]],
    ago: 3,
    status: "waiting_finance_approval",
  },
  {
    who: "hana",
    type: "payment",
    currency: "GBP",
    supplier: "Device Cloud Ltd",
    title: "Test devices by the hour, quarter",
    items: [["Hours on phones", "0.85", 420]],
    ago: 4,
    status: "waiting_finance_approval",
    invoice: "DC-88214",
  },
  {
    who: "tobias",
    type: "payment",
    currency: "USD",
    supplier: "Baghdad Translation House",
    title: "Translation of the driver app",
    items: [["Words, Arabic", "0.075", 4200]],
    ago: 2,
    status: "waiting_manager_approval",
    invoice: "BTH-0391",
  },
  {
    who: "nora",
    type: "purchase",
    currency: "EUR",
    supplier: "Lens & Light",
    title: "Camera lens, rental",
    items: [
      ["Lens, five days", "42.00", 5],
      ["Insurance", "", 1],
    ],
    ago: 0,
    status: "draft",
  },
  {
    who: "dara",
    type: "payment",
    currency: "EUR",
    supplier: "Typo Berlin",
    title: "Ticket for the design conference",
    items: [["Three days", "690.00", 1]],
    ago: 0,
    status: "draft",
  },
  {
    who: "nora",
    type: "purchase",
    currency: "EUR",
    supplier: "Atelier Sahin",
    title: "Photos of the fleet",
    items: [["Day with photographer", "1000.00", 2]],
    ago: 16,
    status: "rejected",
    answer: "Viktor's cousin did this last year for a third of it. Ask him first.",
  },
  {
    who: "minseo",
    type: "purchase",
    currency: "USD",
    supplier: "Erbil Computer Center",
    title: "Second screen, two desks",
    items: [["Screen 27 inch", "312.00", 2]],
    ago: 6,
    status: "changes_requested",
    answer: "Rojîn has two in the storage. Please ask for the cables only.",
  },
  {
    who: "elif",
    type: "purchase",
    currency: "USD",
    supplier: "Home & Desk Sulaymaniyah",
    title: "Chairs for the quiet corner",
    items: [["Chair with arms", "220.00", 4]],
    ago: 22,
    status: "cancelled",
  },
  {
    who: "david",
    type: "payment",
    currency: "EUR",
    supplier: "Weber & Aydin Auditors",
    title: "Audit, second part",
    items: [["By contract", "5400.00", 1]],
    ago: 20,
    status: "paid",
    invoice: "WA-2026-118",
  },
  {
    who: "mariam",
    type: "cash_advance",
    currency: "IQD",
    supplier: null,
    title: "Customs fees, Haji Omeran",
    items: [["Fees at the border", "850000", 1]],
    ago: 24,
    status: "paid",
    settled: false,
  },
  {
    who: "dara",
    type: "cash_advance",
    currency: "EUR",
    supplier: null,
    title: "Interviews with drivers in Mersin",
    items: [
      ["Meals with drivers", "12.00", 20],
      ["Taxi", "15.00", 8],
    ],
    ago: 33,
    status: "paid",
    settled: false,
  },
  {
    who: "hiwa",
    type: "purchase",
    currency: "TRY",
    supplier: "Mersin Fuarcılık",
    title: "Stand at the logistics fair",
    items: [["Stand, 12 m²", "74000.00", 1]],
    ago: 41,
    status: "paid",
    invoice: "MF/204",
  },
  {
    who: "tobias",
    type: "purchase",
    currency: "USD",
    supplier: "Erbil Computer Center",
    title: "Old phones to test with",
    items: [["Phone, used", "64.90", 7]],
    ago: 62,
    status: "archived",
  },
];
