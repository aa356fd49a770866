import { listUsers } from "../../../shared/people/people/users.contract";
import { expect, test } from "../support/test";

const titles =
  "ID;Vorname;Nachname;E-Mail;Status;Position;Abteilung;Standort;Vorgesetzter;Einstellungsdatum;Beschäftigungsart;Wochenstunden;Bruttogehalt;Telefon";
const firstNames = ["Anna", "Björn", "Claudia", "Dirk", "Eva", "Jürgen", "Zoë", "Łukasz", "Mehmet", "Şule"];
const departments = ["Vertrieb", "Einkauf", "Lager"];

/** An unmodified Personio export of sixty employees. Lines 18 and 33 contain an error each. */
function personioExport(mark: string): Buffer {
  const nameOf = (at: number) => ({ first: firstNames[at % firstNames.length] as string, last: `${mark}${at}` });
  const rows = Array.from({ length: 60 }, (_, at) => {
    const { first, last } = nameOf(at);
    const leader = nameOf(at === 0 ? 0 : at < 4 ? 0 : 1 + (at % 3));
    const department = `${departments[at % 3]} ${mark}`;
    return [
      String(70_000 + at),
      first,
      last,
      at === 16 ? "no address" : `${mark}.${at}@acme.test`.toLowerCase(),
      at === 50 ? "Inaktiv" : "Aktiv",
      at === 0 ? `Leitung ${mark}` : `Fachkraft ${mark}`,
      department,
      "München",
      at === 0 ? "" : `${leader.first} ${leader.last}`,
      at === 31 ? "irgendwann" : "01.02.2024",
      at % 4 === 0 ? "Teilzeit" : "Vollzeit",
      at % 4 === 0 ? "20" : "40",
      `${3 + (at % 3)}.${String(100 + at)},50`,
      `+49 89 1234 ${100 + at}`,
    ].join(";");
  });
  return Buffer.from(`\ufeff${[titles, ...rows].join("\r\n")}\r\n`);
}

test("a Personio export of sixty employees is corrected, imported and undone", async ({ signInAs, words: { say } }) => {
  test.setTimeout(120_000);
  const mark = `Nordwerk${Date.now() % 1_000_000}`;
  const { page, api } = await signInAs("admin@acme.test");
  const found = async () => (await api.call(listUsers, { query: { q: mark, per_page: 100 } })).data;
  const forward = page.getByRole("button", { name: say("leaving.continue") });

  await test.step("the file is parsed unchanged", async () => {
    await page.goto("/employees/import");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "personio.csv", mimeType: "text/csv", buffer: personioExport(mark) });
    await expect(page.getByRole("status").filter({ hasText: say("people.import.rows", { count: 60 }) })).toBeVisible();
    await expect(page.getByRole("cell", { name: "3.100,50" })).toBeVisible();
    await forward.click();
    const columnOf = (title: string) => page.getByRole("combobox", { name: say("people.import.columnIs", { title }) });
    for (const [title, field] of [
      ["Vorname", "first_name"],
      ["Nachname", "last_name"],
      ["Vorgesetzter", "parent"],
      ["Bruttogehalt", "salary"],
      ["Status", "active"],
      ["Wochenstunden", "weekly_hours"],
    ] as const)
      await expect(columnOf(title)).toHaveValue(say(`people.field.${field}`));
    await forward.click();
  });

  await test.step("the two errors in the file are shown and corrected", async () => {
    await expect(page.getByRole("alert")).toContainText(say("people.import.mend"));
    await expect(page.getByText(`Vertrieb ${mark}`).first()).toBeVisible();
    const cell = (field: "email" | "date_of_joining", line: number) =>
      page.getByRole("textbox", {
        name: say("people.import.cell", { field: say(`people.field.${field}`), line: String(line) }),
      });
    await cell("email", 18).fill(`${mark}.16@acme.test`.toLowerCase());
    await cell("date_of_joining", 33).fill("1.3.2024");
    await page.getByRole("button", { name: say("people.import.checkAgain") }).click();
    await expect(page.getByRole("alert")).toBeHidden();
    expect(await found()).toEqual([]);
  });

  await test.step("all sixty employees are imported", async () => {
    await page.getByRole("button", { name: say("people.import.take", { count: 60 }) }).click();
    await expect(page.getByRole("button", { name: say("people.import.undo") })).toBeVisible({ timeout: 30_000 });
    const people = await found();
    expect(people).toHaveLength(60);
    const zoe = people.find(({ email }) => email === `${mark}.6@acme.test`.toLowerCase());
    expect(zoe).toMatchObject({
      fullname: `Zoë ${mark}6`,
      employee_id: "70006",
      department: { name: `Vertrieb ${mark}` },
      parent: { fullname: `Björn ${mark}1` },
      contract_type: "full_time_contract",
      active: true,
    });
    expect(people.filter(({ active }) => !active)).toHaveLength(1);
  });

  await test.step("the import is undone completely", async () => {
    await page.getByRole("button", { name: say("people.import.undo") }).click();
    await expect(page.getByRole("button", { name: say("people.import.choose") })).toBeVisible();
    expect(await found()).toEqual([]);
  });
});
