import type { ImportedRow } from "../../../shared/people/people/people-import.contract";
import { languages } from "../../../shared/kernel/languages";
import { encodeText } from "../../support/encoded";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import type { Person } from "../../support/world";
import { type PeopleFixture, peopleFixture } from "./fixtures";

const server = testServer();
let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const mail = (name: string) => `${name}@${org.world.host}`;
const send = async (
  step: "/read" | "/preview" | "",
  file: string | Buffer,
  fields: object = {},
  by: Person = org.world.hr,
) => {
  const { status, body } = await org.world.api(by).send({
    method: "POST",
    url: `/user/import${step}`,
    ...multipart([
      { name: "file", value: Buffer.from(file), filename: "people.csv" },
      ...Object.entries(fields).map(([name, value]) => ({
        name,
        value: typeof value === "string" ? value : JSON.stringify(value),
      })),
    ]),
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const fieldsOf = (read: { columns: { field: string | null }[] }) => read.columns.map(({ field }) => field ?? "");
const check = async (file: string | Buffer, overrides: object = {}) => {
  const columns = fieldsOf(await send("/read", file));
  const options = { columns, role_id: org.world.roles.employee, create_missing: true, ...overrides };
  const preview = await send("/preview", file, options);
  const errors = (preview.rows as ImportedRow[]).flatMap(({ line, errors: some }) =>
    some.map(({ field, message }) => `${line} ${field}: ${message}`),
  );
  return { columns, preview, errors, options };
};
const find = async (email: string) =>
  (await org.world.api(org.world.hr).get(`/user?q=${encodeURIComponent(email)}`)).body.data[0];

const table = (separator: string, ...rows: string[][]) => rows.map((cells) => cells.join(separator)).join("\r\n");

test.each([
  [
    "BambooHR",
    () =>
      table(
        ",",
        [
          "Employee #",
          "First Name",
          "Last Name",
          "Work Email",
          "Home Email",
          "Job Title",
          "Department",
          "Location",
          "Reporting to",
          "Hire Date",
          "Employment Status",
          "Status",
          "Pay Rate",
          "Mobile Phone",
          "Shirt Size",
        ],
        [
          "17",
          "Mia",
          "Boss",
          mail("mia"),
          "mia@home.test",
          "CEO",
          "Board",
          "London",
          "",
          "2021-02-03",
          "Full-Time",
          "Active",
          '"USD 5,000.00"',
          "+1 555 0101",
          "M",
        ],
        [
          "18",
          "Ben",
          "Report",
          mail("ben"),
          "",
          "Seller",
          "Sales",
          "London",
          "Mia Boss",
          "2022-03-04",
          "Part-Time",
          "Inactive",
          '"USD 3,250.50"',
          "",
          "L",
        ],
      ),
    [
      "employee_id",
      "first_name",
      "last_name",
      "email",
      "",
      "position",
      "department",
      "location",
      "parent",
      "date_of_joining",
      "contract_type",
      "active",
      "salary",
      "phone_number",
      "",
    ],
  ],
  [
    "HiBob",
    () =>
      table(
        ",",
        [
          "Display name",
          "Email",
          "Employee ID",
          "Site",
          "Department",
          "Job title",
          "Reports to",
          "Start date",
          "Lifecycle status",
          "Base salary",
          "Salary currency",
        ],
        ["Mia Boss", mail("mia"), "17", "London", "Board", "CEO", "", "03/02/2021", "Employed", '"5,000.00"', "USD"],
        [
          "Ben Report",
          mail("ben"),
          "18",
          "London",
          "Sales",
          "Seller",
          "Mia Boss",
          "24/03/2022",
          "Terminated",
          '"3,250.50"',
          "USD",
        ],
      ),
    [
      "fullname",
      "email",
      "employee_id",
      "location",
      "department",
      "position",
      "parent",
      "date_of_joining",
      "active",
      "salary",
      "currency",
    ],
  ],
  [
    "Workday",
    () =>
      table(
        ",",
        [
          "Employee ID",
          "Legal Name - First Name",
          "Legal Name - Last Name",
          "Primary Work Email",
          "Business Title",
          "Supervisory Organization",
          "Worker's Manager",
          "Location",
          "Hire Date",
          "Time Type",
          "Active Status",
          "Total Base Pay",
          "Currency",
          "Cost Center",
        ],
        [
          "17",
          "Mia",
          "Boss",
          mail("mia"),
          "CEO",
          "Board",
          "",
          "London",
          "03-Feb-2021",
          "Full time",
          "Yes",
          "5000",
          "USD",
          "100",
        ],
        [
          "18",
          "Ben",
          "Report",
          mail("ben"),
          "Seller",
          "Sales",
          "Mia Boss (17)",
          "London",
          "24-Mar-2022",
          "Part time",
          "No",
          "3250.5",
          "USD",
          "200",
        ],
      ),
    [
      "employee_id",
      "first_name",
      "last_name",
      "email",
      "position",
      "department",
      "parent",
      "location",
      "date_of_joining",
      "contract_type",
      "active",
      "salary",
      "currency",
      "",
    ],
  ],
  [
    "Entra ID",
    () =>
      table(
        ",",
        [
          "userPrincipalName",
          "displayName",
          "givenName",
          "surname",
          "mail",
          "jobTitle",
          "department",
          "officeLocation",
          "mobilePhone",
          "employeeId",
          "employeeHireDate",
          "accountEnabled",
          "manager",
        ],
        [
          "mia@tenant.test",
          "Mia Boss",
          "Mia",
          "Boss",
          mail("mia"),
          "CEO",
          "Board",
          "London",
          "",
          "17",
          "2021-02-03T00:00:00Z",
          "True",
          "",
        ],
        [
          "ben@tenant.test",
          "Ben Report",
          "Ben",
          "Report",
          mail("ben"),
          "Seller",
          "Sales",
          "London",
          "",
          "18",
          "2022-03-24T00:00:00Z",
          "False",
          "17",
        ],
      ),
    [
      "",
      "fullname",
      "first_name",
      "last_name",
      "email",
      "position",
      "department",
      "location",
      "phone_number",
      "employee_id",
      "date_of_joining",
      "active",
      "parent",
    ],
  ],
] as const)("a file exported by %s is imported unmodified", async (_, file, expected) => {
  const { columns, errors, preview, options } = await check(file());
  expect(columns).toEqual(expected);
  expect([errors, preview.undecided, preview.counts]).toEqual([
    [],
    [],
    { new: 2, changed: 0, same: 0, wrong: 0, skipped: 0 },
  ]);
  expect(preview.creates).toMatchObject({ department: ["Board", "Sales"], position: ["CEO", "Seller"] });
  expect(await send("", file(), options)).toMatchObject({ created: 2, left_out: 0 });
  expect(await find(mail("ben"))).toMatchObject({
    fullname: "Ben Report",
    employee_id: "18",
    parent: { fullname: "Mia Boss" },
    department: { name: "Sales" },
    location: "London",
    active: false,
  });
});

const germanTitles = {
  BambooHR:
    "Mitarbeiter-Nr.;Vorname;Nachname;Geschäftliche E-Mail;Jobtitel;Abteilung;Standort;Berichtet an;Einstellungsdatum;Beschäftigungsstatus;Status;Vergütung;Mobiltelefon;T-Shirt-Größe",
  HiBob:
    "Mitarbeiter-ID;Vorname;Nachname;E-Mail;Jobtitel;Abteilung;Standort;Berichtet an;Startdatum;Beschäftigungsart;Lebenszyklusstatus;Grundgehalt;Mobiltelefon;Kostenstelle",
  Workday:
    "Mitarbeiter-ID;Rechtlicher Name - Vorname;Rechtlicher Name - Nachname;Primäre geschäftliche E-Mail;Geschäftlicher Titel;Aufsichtsorganisation;Standort;Führungskraft des Mitarbeiters;Einstellungsdatum;Zeittyp;Aktiver Status;Gesamtgrundvergütung;Mobiltelefon;Kostenstelle",
};

test.each(Object.entries(germanTitles))("a German file of %s is imported unmodified", async (_, titles) => {
  const rows = [
    `17;Mia;Boss;${mail("mia")};Geschäftsführerin;Leitung;Köln;;03.02.2021;Vollzeit;Aktiv;5.000,00;+49 170 1;M`,
    `18;Ben;Report;${mail("ben")};Verkäufer;Vertrieb;Köln;Mia Boss;24.03.2022;Teilzeit;Ausgeschieden;3.250,50;;L`,
  ];
  const file = `\ufeff${[titles, ...rows].join("\r\n")}`;
  const { columns, errors, preview, options } = await check(file, { currency: "EUR" });
  expect(columns).toEqual([
    ..."employee_id first_name last_name email position department location parent".split(" "),
    ..."date_of_joining contract_type active salary phone_number".split(" "),
    "",
  ]);
  expect([errors, preview.undecided, preview.counts.new]).toEqual([[], [], 2]);
  expect(await send("", file, options)).toMatchObject({ created: 2, left_out: 0 });
  const { id, ...found } = await find(mail("ben"));
  expect(found).toMatchObject({ fullname: "Ben Report", parent: { fullname: "Mia Boss" }, active: false });
  expect((await org.world.api(org.world.hr).get(`/user/${id}`)).body.data).toMatchObject({
    salary: "3250.50",
    contract_type: "part_time_contract",
    date_of_joining: "2022-03-24",
  });
});

/** Files as Excel saves them under each locale: separator, encoding, order of day and month, digits. */
const excelFiles = {
  English: {
    encoding: "utf-8",
    text: 'Work Email,Full Name,Hire Date,Salary\r\n<mail>,Zoe Hill,3/24/2022,"4,250.50"\r\n',
  },
  German: {
    encoding: "windows-1252",
    text: "E-Mail-Adresse;Vollständiger Name;Eintrittsdatum;Gehalt\r\n<mail>;Jürgen Größe;24.03.2022;4.250,50\r\n",
  },
  Arabic: {
    encoding: "windows-1256",
    text: 'البريد,الاسم الكامل,تاريخ التعيين,الراتب\r\n<mail>,سوران محمود,24/03/2022,"4,250.50"\r\n',
  },
  Korean: {
    encoding: "euc-kr",
    text: '이메일 주소,성명,입사일자,급여\r\n<mail>,김민수,2022-03-24,"4,250.50"\r\n',
  },
  "Central Kurdish": {
    encoding: "utf-8",
    text: "\ufeffئیمێڵ;ناوی تەواو;بەرواری دامەزراندن;مووچە\r\n<mail>;شیلان ڕەزا;٢٤/٠٣/٢٠٢٢;٤٬٢٥٠٫٥٠\r\n",
  },
};

test.each(Object.entries(excelFiles))("a CSV file of Excel in %s is imported", async (_, { encoding, text }) => {
  const address = mail("excel");
  const file = encodeText(text.replace("<mail>", address), encoding);
  const { columns, errors, preview, options } = await check(file, { currency: "EUR" });
  expect(columns).toEqual(["email", "fullname", "date_of_joining", "salary"]);
  expect([errors, preview.undecided]).toEqual([[], []]);
  await send("", file, options);
  const { id, fullname } = await find(address);
  expect(text).toContain(fullname);
  expect((await org.world.api(org.world.hr).get(`/user/${id}`)).body.data).toMatchObject({
    salary: "4250.50",
    date_of_joining: "2022-03-24",
  });
});

test.each(Object.keys(languages))("importing an export in %s changes no user", async (language) => {
  const { world } = org;
  await world.api(world.hr).post(`/user/${org.director.id}`, { fullname: world.manager.fullname });
  await world.api(world.hr).post(`/user/${org.colleague.id}`, {
    fullname: "=Zoë; +Łódź",
    parent_id: org.director.id,
    phone_number: "+49 89 123456",
  });
  const headers = { host: world.host, authorization: `Bearer ${world.hr.token}`, "accept-language": language };
  for (const format of ["csv", "xlsx"]) {
    const exported = await server.app.inject({ url: `/users/export?format=${format}`, headers });
    const { preview, errors } = await check(exported.rawPayload);
    expect([errors, preview.counts.new, preview.counts.changed, preview.counts.wrong]).toEqual([[], 0, 0, 0]);
    expect(preview.counts.same).toBeGreaterThan(5);
  }
});

test("an ambiguous column requires a choice, and an outlier salary is flagged", async () => {
  const rows = ["3.000", "5.020", "4.100", "2"].map((salary, at) => [
    mail(`p${at}`),
    `P ${at}`,
    salary,
    `0${at + 1}/02/2024`,
  ]);
  const file = table(";", ["E-Mail", "Name", "Gehalt", "Eintrittsdatum"], ...rows);
  const { preview, options } = await check(file, { currency: "EUR" });
  expect(preview.undecided).toEqual([2, 3]);
  const { body } = await org.world.api(org.world.hr).send({
    method: "POST",
    url: "/user/import",
    ...multipart([
      { name: "file", value: Buffer.from(file), filename: "people.csv" },
      { name: "columns", value: JSON.stringify(options.columns) },
    ]),
  });
  expect(body.errors).toHaveProperty("formats");
  const chosen = { ...options, formats: ["", "", "comma", "mdy"] };
  const { rows: read, undecided } = await send("/preview", file, chosen);
  expect(undecided).toEqual([]);
  expect((read as ImportedRow[]).filter(({ warnings }) => warnings.length > 0).map(({ line }) => line)).toEqual([5]);
  await send("", file, chosen);
  const { id } = await find(mail("p1"));
  expect((await org.world.api(org.world.hr).get(`/user/${id}`)).body.data).toMatchObject({
    salary: "5020.00",
    currency: "EUR",
    date_of_joining: "2024-02-02",
  });
});

test("unknown values of optional columns are left empty, signs for nothing silently", async () => {
  const file = table(
    ";",
    ["E-Mail", "Name", "Department", "Contract end", "Gender", "Status", "Employment Status"],
    [mail("omar"), "Omar Na", "N/A", "0000-00-00", "-", "Furloughed", "Regular"],
    [mail("pia"), "Pia", "NULL", "-", "agender", "Active", "Full time"],
  );
  const { errors, options, preview } = await check(file);
  expect(errors).toEqual([]);
  const rows = preview.rows as ImportedRow[];
  expect(rows.map(({ warnings }) => warnings.map(({ field }) => field))).toEqual([
    ["active", "contract_type"],
    ["gender"],
  ]);
  expect(await send("", file, options)).toMatchObject({ created: 2 });
  expect(await find(mail("omar"))).toMatchObject({
    fullname: "Omar Na",
    active: true,
    department: null,
    contract_end: null,
  });
});

test("invalid rows can be corrected or skipped; only valid rows are imported", async () => {
  const file = table(
    ";",
    ["E-Mail", "Name", "Manager", "Eintrittsdatum"],
    ["no address", "Nina Boss", "", "2024-02-03"],
    [mail("omar"), "Omar", "Nina Boss", "someday"],
    [mail("pia"), "Pia", "", "2024-02-03"],
    [mail("quin"), "Quin", "Nobody Known", ""],
  );
  const { errors, options, preview } = await check(file);
  expect(errors.map((error) => error.split(":")[0])).toEqual(["2 email", "3 date_of_joining", "3 parent", "5 parent"]);
  expect((preview.rows as ImportedRow[])[0]?.cells).toContainEqual({ field: "email", text: "no address" });
  expect(await send("", file, { ...options, partial: true })).toMatchObject({ created: 1, left_out: 3 });
  const corrections = [
    { line: 2, field: "email", value: mail("nina") },
    { line: 3, field: "date_of_joining", value: "4.2.2024" },
  ];
  const corrected = { ...options, corrections, skip: [5] };
  expect((await send("/preview", file, corrected)).counts).toEqual({
    new: 2,
    changed: 0,
    same: 1,
    wrong: 0,
    skipped: 1,
  });
  expect(await send("", file, corrected)).toMatchObject({ created: 2, left_out: 1 });
  expect(await find(mail("omar"))).toMatchObject({ parent: { fullname: "Nina Boss" }, date_of_joining: "2024-02-04" });
});

test("errors name the line number in the file", async () => {
  const { errors } = await check(`E-Mail;Name\n${mail("a")};"A\nB\nC"\n\n\nwrong;D\n`);
  expect(errors.map((error) => error.split(" ")[0])).toEqual(["7"]);
});

test("a file's encoding is detected and can be changed", async () => {
  const korean = Buffer.concat([
    Buffer.from(`E-Mail,Name\r\n${mail("kim")},`),
    Buffer.from("b1e8b9cebcf6", "hex"),
    Buffer.from(`\r\n${mail("lee")},`),
    Buffer.from("c0ccbfb5c8f1", "hex"),
  ]);
  const read = await send("/read", korean);
  expect([read.text.encoding, read.columns[1].samples]).toEqual(["euc-kr", ["김민수", "이영희"]]);
  const wrong = await send("/read", korean, { encoding: "utf-8" });
  expect([wrong.text.doubtful, wrong.columns[1].samples[0].includes("\ufffd")]).toEqual([true, true]);
  const columns = fieldsOf(wrong);
  const { rows } = await send("/preview", korean, { columns, encoding: "utf-8" });
  expect((rows as ImportedRow[])[0]?.errors.map(({ field }) => field)).toContain("fullname");
});

test("names with a comma are turned, for employees and managers", async () => {
  const file = table(
    ";",
    ["E-Mail", "Last name, First name", "Manager"],
    [mail("doe"), "Doe, Jane", "Roe, Max"],
    [mail("roe"), "Roe, Max", ""],
    [mail("phd"), "Ada Byron, PhD", "Max Roe"],
  );
  const { columns, errors, options } = await check(file);
  expect([columns, errors]).toEqual([["email", "fullname", "parent"], []]);
  await send("", file, options);
  expect(await find(mail("doe"))).toMatchObject({ fullname: "Jane Doe", parent: { fullname: "Max Roe" } });
  expect(await find(mail("phd"))).toMatchObject({ fullname: "Ada Byron, PhD", parent: { fullname: "Max Roe" } });
});

test("a missing name is corrected in the row, without a column or with two", async () => {
  for (const [at, head] of [["E-Mail"], ["E-Mail", "First name", "Last name"]].entries()) {
    const file = table(";", head, [mail(`nameless${at}`), "", ""].slice(0, head.length));
    const { errors, preview, options } = await check(file);
    expect([errors.length, preview.rows[0].errors[0].field]).toEqual([1, "fullname"]);
    const corrections = [{ line: 2, field: "fullname", value: "Nora Named" }];
    await send("", file, { ...options, corrections });
    expect(await find(mail(`nameless${at}`))).toMatchObject({ fullname: "Nora Named" });
  }
});

test("shortened employee and phone numbers are refused in their rows until corrected", async () => {
  const file = table(
    ";",
    ["E-Mail", "Name", "Employee #", "Phone number"],
    [mail("short"), "Short Number", "4,91512E+11", "9.64751E+12"],
    [mail("whole"), "Whole Number", "E-100", "0750 123"],
  );
  const { errors, options } = await check(file);
  expect(errors.map((error) => error.split(":")[0])).toEqual(["2 employee_id", "2 phone_number"]);
  const corrections = [
    { line: 2, field: "employee_id", value: "491512345678" },
    { line: 2, field: "phone_number", value: "" },
  ];
  await send("", file, { ...options, corrections });
  expect(await find(mail("short"))).toMatchObject({ employee_id: "491512345678" });
});

test("titles below a report's head are found, or chosen by the line", async () => {
  const file = `Employees, as of 28 November 2026\r\n\r\n${table(";", ["Name", "E-Mail"], ["Ann Below", mail("below")])}`;
  const read = await send("/read", file);
  expect([fieldsOf(read), read.rows, read.layout]).toMatchObject([["fullname", "email"], 1, { sheets: [], head: 3 }]);
  expect((await send("/read", file, { head: "1" })).rows).toBe(2);
  const { errors, options } = await check(file);
  expect(errors).toEqual([]);
  await send("", file, options);
  expect(await find(mail("below"))).toMatchObject({ fullname: "Ann Below" });
});
