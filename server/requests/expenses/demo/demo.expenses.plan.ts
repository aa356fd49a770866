import type { ExpenseStatus } from "../../../../shared/requests/expenses/expenses.workflow";

export interface PlannedClaim {
  who: string;
  title: string;
  /** Category, days before submission, supplier, currency, amount (kilometers for mileage) and VAT rate. */
  items: readonly (readonly [category: string, ago: number, supplier: string | null, string, string, string?])[];
  ago: number;
  status: ExpenseStatus;
  answer?: string;
}

/** Name, limit per item, limit per day, amount above which a receipt is needed, price per kilometer, cost account. */
export const demoCategories = [
  ["Meals", null, "60", "25", null, "4650"],
  ["Hotel", "180", null, "0", null, "4660"],
  ["Taxi and public transport", null, null, "25", null, "4660"],
  ["Own car", null, null, null, "0.42", "4660"],
] as const;

export const plannedClaims: readonly PlannedClaim[] = [
  {
    who: "jihun",
    title: "Pilot in Duhok",
    items: [
      ["Hotel", 3, "Jiyan Hotel", "IQD", "290000"],
      ["Taxi and public transport", 2, "Careem", "IQD", "38000"],
      ["Meals", 2, "Malta Restaurant", "IQD", "41000"],
    ],
    ago: 44,
    status: "paid",
  },
  {
    who: "dara",
    title: "Customer visit in Berlin",
    items: [
      ["Hotel", 3, "Hotel Spree", "EUR", "149.00", "7"],
      ["Meals", 2, "Café Luise", "EUR", "38.40", "19"],
      ["Taxi and public transport", 2, "BVG", "EUR", "9.90", "7"],
    ],
    ago: 12,
    status: "approved",
  },
  {
    who: "omar",
    title: "Depot visits in November",
    items: [
      ["Own car", 4, null, "USD", "186"],
      ["Own car", 2, null, "USD", "92.5"],
    ],
    ago: 3,
    status: "waiting_finance_approval",
  },
  {
    who: "dara",
    title: "Team lunch",
    items: [["Meals", 1, "Tarin Restaurant", "USD", "74.50"]],
    ago: 1,
    status: "waiting_manager_approval",
  },
  {
    who: "omar",
    title: "Airport parking",
    items: [["Taxi and public transport", 1, "Erbil Airport", "USD", "86.40"]],
    ago: 20,
    status: "rejected",
    answer: "The company card was charged for this.",
  },
  {
    who: "dara",
    title: "",
    items: [["Meals", 1, "Café 11", "USD", "12.00"]],
    ago: 0,
    status: "draft",
  },
];
