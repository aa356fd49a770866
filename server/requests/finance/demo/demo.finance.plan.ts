import type { FinanceType } from "../../../../shared/requests/finance/finance.fields";
import type { MoneyStatus } from "../../../../shared/requests/money/money.workflow";
import { type PlannedFinance, singleFinance } from "./demo.finance.single";

export const demoBudgets: readonly (readonly [department: string, amount: number, owner: string])[] = [
  ["MGT", 20_000, "soran"],
  ["OPS", 84_000, "shilan"],
  ["FLT", 96_000, "azad"],
  ["DIG", 48_000, "amira"],
  ["CS", 12_000, "grace"],
  ["SAL", 18_000, "ruben"],
  ["FIN", 30_000, "ingrid"],
  ["HR", 9_000, "jonas"],
];

type Template = Omit<PlannedFinance, "ago" | "status">;

/** Monthly requests: [day of the month, template]. */
const monthly: readonly (readonly [offset: number, template: Template])[] = [
  [
    1,
    {
      who: "viktor",
      type: "payment",
      currency: "USD",
      supplier: "Kirkuk Road Fuel",
      title: "Diesel of the month",
      items: [
        ["Diesel, first half", "2118.40", 1],
        ["Diesel, second half", "1987.15", 1],
      ],
    },
  ],
  [
    3,
    {
      who: "rezan",
      type: "payment",
      currency: "EUR",
      supplier: "Nordlicht Hosting GmbH",
      vat: "V19",
      title: "Hosting of the portal",
      items: [["Servers and backups", "288.30", 1]],
    },
  ],
  [
    8,
    {
      who: "bahar",
      type: "purchase",
      currency: "USD",
      supplier: "Zagros Packaging",
      title: "Packaging for the depots",
      items: [
        ["Pallet wrap, roll", "7.85", 60],
        ["Cardboard edges, 100", "18.40", 12],
      ],
    },
  ],
  [
    13,
    {
      who: "yusuf",
      type: "cash_advance",
      currency: "IQD",
      supplier: null,
      title: "Customs fees, Ibrahim Khalil",
      items: [["Fees at the border", "1250000", 1]],
      settled: true,
    },
  ],
  [
    19,
    {
      who: "rojin",
      type: "purchase",
      currency: "USD",
      supplier: "Erbil Office Supply",
      title: "Paper, coffee and small things",
      items: [
        ["Paper, box", "21.50", 6],
        ["Coffee, kilo", "14.20", 9],
        ["Markers, set", "6.75", 4],
      ],
    },
  ],
  [
    24,
    {
      who: "carlos",
      type: "purchase",
      currency: "EUR",
      supplier: "Anadolu Truck Parts",
      title: "Parts for the workshop",
      items: [
        ["Brake pads, set", "146.00", 4],
        ["Oil filter", "18.90", 20],
      ],
    },
  ],
];

function stateOf(ago: number, type: FinanceType, turn: number): MoneyStatus {
  if (ago < 3) return "waiting_manager_approval";
  if (ago < 6) return "waiting_finance_approval";
  if (ago < 9) return "approved";
  if (ago < 40) return "paid";
  if (turn % 11 === 5 && type === "purchase") return "rejected";
  return turn % 13 === 7 && type === "purchase" ? "cancelled" : "archived";
}

export const demoFinanceRequests: readonly PlannedFinance[] = [
  ...Array.from({ length: 12 }, (_, month) =>
    monthly.map(([offset, template], at): PlannedFinance => {
      const ago = month * 30 + 29 - offset;
      const status = stateOf(ago, template.type, month * monthly.length + at);
      const answer = status === "rejected" ? "There is enough of it in the depot" : undefined;
      return { ...template, ago, status, ...(answer ? { answer } : {}) };
    }),
  ).flat(),
  ...singleFinance,
].sort((a, b) => b.ago - a.ago);
