import { lostFeatures, type Plan, pricePerMonth, priceUnit } from "./plans";

const features = (...codes: string[]) => codes.map((code) => ({ code, name: code }));
const plan = (of: Partial<Plan>) => ({ monthly_price: "49.00", annual_price: "490.00", ...of }) as Plan;
const plans = [
  plan({ code: "free", monthly_price: "0.00", annual_price: "0.00", features: features() }),
  plan({ code: "team", features: features("news") }),
  plan({ code: "business", current_plan: true, features: features("news", "analytics") }),
];

test("a plan's price has the unit of its billing period", () => {
  const [free, team] = plans as [Plan, Plan];
  expect(pricePerMonth(team, "annual").toFixed(2)).toBe("40.83");
  expect(priceUnit(team, "annual")).toBe("pricing.perMonthAnnually");
  expect(priceUnit(team, "monthly")).toBe("pricing.perMonth");
  expect(priceUnit(free, "annual")).toBe("pricing.forGood");
});

test("the lost features are those that the smaller plan lacks", () => {
  const lost = (to: string) => lostFeatures(plans, to).map(({ code }) => code);
  expect(lost("free")).toEqual(["news", "analytics"]);
  expect(lost("team")).toEqual(["analytics"]);
  expect(lost("business")).toEqual([]);
});
