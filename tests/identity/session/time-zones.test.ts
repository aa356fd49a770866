import { testServer } from "../../support/server";

/** Time zones known to Node.js but unknown to the database would break queries that cover several users. */
const server = testServer();
const foreign = "US/Pacific-New";

test("a time zone unknown to the database gets 422", async () => {
  const { api, employee } = await server.world();
  const before = await api(employee).patch("/auth/user/settings", { time_zone: "Europe/Berlin" });
  expect(before.status).toBe(200);
  const refused = await api(employee).patch("/auth/user/settings", { time_zone: foreign });
  expect([refused.status, refused.body.code]).toEqual([422, "request.invalid"]);
  expect((await api(employee).get("/auth/user")).body.data.settings.time_zone).toBe("Europe/Berlin");
});

test.each(["tenant", "app_user", "building", "booking_series"])(
  "the table %s rejects unknown time zones",
  async (table) => {
    await server.world();
    const columns = await server.owner.query(
      "SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1 AND convalidated",
      [`${table}_time_zone_known`],
    );
    expect(columns[0]?.rule).toContain("time_zone");
  },
);

test("every column with a time zone is in a table with the check", async () => {
  const found: { table_name: string }[] = await server.owner.query(
    "SELECT table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'time_zone' ORDER BY 1",
  );
  expect(found.map(({ table_name }) => table_name)).toEqual(["app_user", "booking_series", "building", "tenant"]);
});
