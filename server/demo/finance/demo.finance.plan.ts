import type { FinanceType } from "../../../shared/finance/finance.schema";
import type { FinanceStatus } from "../../../shared/finance/finance.workflow";
import { type PlannedFinance, singleFinance } from "./demo.finance.once";

/** What one unit costs in US dollars. */
export const rates = [
  ["EUR", "1.0834"],
  ["GBP", "1.2719"],
  ["IQD", "0.00076"],
  ["TRY", "0.029"],
] as const;

/** What each department may spend in a year, in US dollars; last year it was a tenth less. */
export const budgets: readonly (readonly [department: string, amount: number])[] = [
  ["MGT", 20_000],
  ["OPS", 84_000],
  ["FLT", 96_000],
  ["DIG", 48_000],
  ["CS", 12_000],
  ["SAL", 18_000],
  ["FIN", 30_000],
  ["HR", 9_000],
];

type Template = Omit<PlannedFinance, "ago" | "status">;

/** Asked for every month: [day of the round, who, …]. */
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

/** The state that a request of every month has by now, by its age. */
function stateOf(ago: number, type: FinanceType, turn: number): FinanceStatus {
  if (ago < 3) return "waiting_manager_approval";
  if (ago < 6) return "waiting_finance_approval";
  if (ago < 9) return "approved";
  if (ago < 40) return "paid";
  if (turn % 11 === 5 && type === "purchase") return "rejected";
  return turn % 13 === 7 && type === "purchase" ? "cancelled" : "archived";
}

/** A year of it, the oldest first. */
export const plannedFinance: readonly PlannedFinance[] = [
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
