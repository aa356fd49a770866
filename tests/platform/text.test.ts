import { namedStatements, unnamedSql } from "../../server/platform/database/unit-of-work";
import { loadCalendars, loadWorkCalendar } from "../../server/requests/leave/calendar/work-calendar.read";
import { countDays } from "../../shared/requests/leave/calendar/days.rules";
import { languageCodes } from "../../shared/kernel/languages";
import { publishArticle } from "../communication/news/fixtures";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { requireOk } from "../work/tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const people = (...names: string[]) => Promise.all(names.map((fullname) => world.person("employee", { fullname })));
const titles = (answer: { body: { data: { fullname?: string; name?: string }[] } }) =>
  answer.body.data.map(({ fullname, name }) => fullname ?? name);

describe("names that look the same", () => {
  const [composed, decomposed] = ["Café", "Café".normalize("NFD")] as const;

  test.each([
    ["/department", "name"],
    ["/position", "title"],
    ["/groups", "title"],
    ["/news/sections", "name"],
  ])("a second, similar-looking name at %s gets 422", async (path, field) => {
    const admin = world.api(world.admin);
    requireOk(await admin.post(path, { [field]: composed }));
    for (const second of [decomposed, "CAFÉ", "Ca\u200dfé", "Ｃafé"]) {
      const answer = await admin.post(path, { [field]: second });
      expect([second, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([second, 422, [field]]);
    }
    requireOk(await admin.post(path, { [field]: "Cafe" }));
  });

  test("a second leave type with the same name is refused in each language", async () => {
    const admin = world.api(world.admin);
    const type = { icon: "beach", counting: "working", days_female: 0, days_male: 0 };
    requireOk(await admin.post("/leave/leave-type", { ...type, name: composed, translations: { de: "Über" } }));
    const same = await admin.post("/leave/leave-type", { ...type, name: "CAFÉ" });
    const translated = { ...type, name: "Other", translations: { de: "über".normalize("NFD") } };
    const sameInGerman = await admin.post("/leave/leave-type", translated);
    expect([same, sameInGerman].map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [422, ["name"]],
      [422, ["translations.de"]],
    ]);
  });

  test("every unique index over names ignores case and Unicode normalization", async () => {
    const byCase: { indexname: string }[] = await server.owner.query(
      "SELECT indexname FROM pg_indexes WHERE indexdef ~ 'UNIQUE.*lower\\('",
    );
    // This index is for SCIM user names, whose comparison follows the SCIM rules.
    expect(byCase.map(({ indexname }) => indexname)).toEqual(["scim_user_name"]);
  });

  test("names are stored in composed form", async () => {
    const { id } = requireOk(await world.api(world.hr).post("/department", { name: decomposed })).body.data;
    const name = await world.tx((tx) => tx.one(unnamedSql("SELECT name FROM department WHERE id = $1"), [id]));
    expect(name).toEqual({ name: composed });
  });
});

describe("searching users", () => {
  test.each([
    ["Zoë Ångström".normalize("NFD"), "Zoë Ångström"],
    ["أحمد الكردي", "احمد"],
    ["Ewa Wójcik", "Wojcik"],
    ["کامەران", "كامەران"],
    ["کامەران", "كامهران"],
    ["Shane O’Neil", "O'Neil"],
    ["Amira Haddad", "Haddad Amira"],
    ["Nguyễn Thị Đào", "dao nguyen"],
    ["İbrahim Yıldız", "ibrahim yildiz"],
    ["Łukasz Żółć", "lukasz zolc"],
    ["שָׁלוֹם כהן", "שלום"],
    ["Ｙａｍａｄａ", "yamada"],
    ["김민수".normalize("NFD"), "민수"],
    // Longer than the numbers in the addresses of other users.
    ["Unit ۹۸۷۶۵۴۳", "9876543"],
  ])("a user named %s is found by %s", async (fullname, q) => {
    const [{ id } = { id: 0 }] = await people(fullname);
    const hr = world.api(world.hr);
    for (const path of ["/user", "/user/select2"]) {
      expect(requireOk(await hr.get(path, { query: { q } })).body.data.map((each: { id: number }) => each.id)).toEqual([
        id,
      ]);
    }
  });

  test("LIKE wildcards in the query are literal", async () => {
    await people("Ann 100% Sure", "Ann 100 Sure");
    expect(titles(requireOk(await world.api(world.hr).get("/user", { query: { q: "100%" } })))).toEqual([
      "Ann 100% Sure",
    ]);
    expect(titles(requireOk(await world.api(world.hr).get("/user", { query: { q: "n_100" } })))).toEqual([]);
  });

  test("search terms may match the name and the department of a user", async () => {
    const { id } = requireOk(await world.api(world.hr).post("/department", { name: "Büro" })).body.data;
    await world.person("employee", { fullname: "Zed One", departmentId: id });
    await people("Zed Two");
    expect(titles(requireOk(await world.api(world.hr).get("/user", { query: { q: "buro zed" } })))).toEqual([
      "Zed One",
    ]);
  });
});

test("no statement compares or sorts names by lower()", () => {
  const texts = [...namedStatements()].filter(
    ([name, text]) =>
      !name.startsWith("scim") && /ILIKE|\blower\((\w+\.)?(fullname|name|title|location|supplier)\)/.test(text),
  );
  expect(texts.map(([name]) => name)).toEqual([]);
});

describe("sorting", () => {
  const latin = ["Ähm", "Apfel", "Çağlar", "Cato", "eagle", "Élan", "Room 2", "Room 10", "Zebra"];
  const sorani = [
    "ئازاد",
    "ادریس",
    "بەهار",
    "پەروین",
    "چیمەن",
    "ڕێزان",
    "زانا",
    "ژیان",
    "ڤیان",
    "کامەران",
    "گۆران",
    "ڵاوک",
    "مریم",
  ];
  const sortedIn = async (language: string, names: readonly string[]) => {
    const all = titles(
      requireOk(await world.api(world.hr).with({ "accept-language": language }).get("/user?per_page=100")),
    );
    const selected = titles(
      requireOk(await world.api(world.hr).with({ "accept-language": language }).get("/user/select2")),
    );
    const own = (name: string | undefined) => names.includes(name as string);
    expect(selected.filter(own)).toEqual(all.filter(own));
    return all.filter(own);
  };

  test.each(languageCodes)("Latin letters sort by the rules of %s", async (language) => {
    await people(...latin.toReversed());
    expect(await sortedIn(language, latin)).toEqual(latin);
  });

  test.each(["ckb", "ar"])(
    "Arabic script sorts before Latin in %s, and Hangul sorts first in Korean",
    async (language) => {
      const names = ["زانا", "Anna", "가람"];
      await people(...names);
      expect(await sortedIn(language, names)).toEqual(["زانا", "Anna", "가람"]);
      expect(await sortedIn("ko", names)).toEqual(["가람", "Anna", "زانا"]);
      expect(await sortedIn("de", names)).toEqual(["Anna", "زانا", "가람"]);
    },
  );

  test("Sorani letters sort by the Sorani alphabet", async () => {
    await people(...sorani.toReversed());
    expect(await sortedIn("ckb", sorani)).toEqual(sorani);
  });

  test("sorting follows the account's language without a language header", async () => {
    await people("زانا", "Anna");
    await world.tx((tx) => tx.rows(unnamedSql("UPDATE app_user SET language = 'ar' WHERE id = $1"), [world.hr.id]));
    const all = titles(requireOk(await world.api(world.hr).get("/user/select2")));
    expect(all[0]).toBe("زانا");
  });
});

test("leave types are sorted by their translated name", async () => {
  const admin = world.api(world.admin);
  const type = { icon: "beach", color: "blue", counting: "working", days_female: 0, days_male: 0 };
  requireOk(await admin.post("/leave/leave-type", { ...type, name: "Zulu", translations: { de: "Ähre" } }));
  requireOk(await admin.post("/leave/leave-type", { ...type, name: "Bravo", translations: { de: "Birne" } }));
  const namesIn = async (language: string) => {
    const all: { name: string }[] = requireOk(
      await admin.with({ "accept-language": language }).get("/leave/leave-type"),
    ).body.data;
    return all.map(({ name }) => name).filter((name) => ["Zulu", "Bravo"].includes(name));
  };
  expect([await namesIn("de"), await namesIn("en")]).toEqual([
    ["Zulu", "Bravo"],
    ["Bravo", "Zulu"],
  ]);
});

describe("a holiday of a location", () => {
  const date = "2031-03-20";
  const daysOf = async (who: { id: number }) => {
    const { days } = await world.tx(async (tx) => {
      const calendar = await loadWorkCalendar(tx, who.id, date, date);
      return { days: countDays({ start_date: date, end_date: date }, "working", calendar) };
    });
    return days.map((each) => each.days);
  };

  test("a location's holiday counts for its employees, however the location is spelled", async () => {
    const [erbilEmployee, duhokEmployee] = [
      await world.person("employee", { fullname: "Rezan", location: "Erbîl" }),
      await world.person("employee", { fullname: "Dara", location: "Duhok" }),
    ];
    requireOk(await world.api(world.hr).post("/leave/holiday", { date, name: "Newroz", location: "erbil" }));
    expect([await daysOf(erbilEmployee), await daysOf(duhokEmployee)]).toEqual([[0], [1]]);
    const calendarOf = await world.tx((tx) => loadCalendars(tx, date, date));
    expect(
      [calendarOf("ERBIL", erbilEmployee.id), calendarOf("Duhok", duhokEmployee.id)].map(
        ({ holidays }) => holidays.length,
      ),
    ).toEqual([1, 0]);
  });

  test("a holiday is unique per date and location, however the location is spelled", async () => {
    const hr = world.api(world.hr);
    requireOk(await hr.post("/leave/holiday", { date, name: "Newroz", location: "Erbil" }));
    const again = await hr.post("/leave/holiday", { date, name: "Nawroz", location: "ERBIL" });
    expect([again.status, Object.keys(again.body.errors ?? {})]).toEqual([422, ["date"]]);
    const imported = requireOk(
      await hr.post("/leave/holiday/import", { content: `${date},Nawroz,,erbîl`, dry_run: true }),
    );
    expect(imported.body.data.rows).toMatchObject([{ state: "known" }]);
  });

  test("a holiday's location is chosen from the employees' locations, each once", async () => {
    for (const location of ["Erbil", "Erbil", "ERBIL", "Ähringen", "Duhok"])
      await world.person("employee", { location });
    await world.person("employee", { location: "Gone", active: false });
    expect((await world.api(world.employee).get("/leave/holiday/locations")).status).toBe(403);
    expect(requireOk(await world.api(world.hr).get("/leave/holiday/locations")).body.data).toEqual([
      { name: "Ähringen", people: 1 },
      { name: "Duhok", people: 1 },
      { name: "Erbil", people: 3 },
    ]);
  });
});

test("a duplicate invoice is detected however supplier and number are spelled", async () => {
  const employee = world.api(world.employee);
  const request = (supplier: string, invoice_number: string) =>
    employee.post("/finance/finance-request", {
      type: "payment",
      currency: "USD",
      supplier,
      invoice_number,
      invoice_date: "2026-03-01",
      details: "Paper",
      no_file_reason: "On paper",
      items: [{ details: "Paper", quantity: 1, price: "10" }],
    });
  requireOk(await request("Łódź Büro", "RE-١٢"));
  const { id } = requireOk(await request("LODZ  buro", "re-12")).body.data;
  expect(requireOk(await employee.get(`/finance/finance-request/${id}`)).body.data.same_invoice).toHaveLength(1);
});

test("news for a location reach its employees, however the location is spelled", async () => {
  const [invitedEmployee, otherEmployee] = [
    await world.person("employee", { location: "Süleymaniye" }),
    await world.person("employee", { location: "Erbil" }),
  ];
  const id = await publishArticle(world, { audience: { everyone: false, locations: ["suleymaniye"] } });
  const answers = [
    await world.api(invitedEmployee).get(`/news/${id}`),
    await world.api(otherEmployee).get(`/news/${id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});
