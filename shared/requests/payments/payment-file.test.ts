import fc from "fast-check";
import { SaxesParser } from "saxes";
import { sumOfMoney } from "../../kernel/money";
import { csvFile, type PaymentOrder, sepaFile } from "./payment-file";
import { losesLetters, toSepaText } from "./sepa-text";

/** Children of an element in the order of the published schema, as far as the file uses them; `*` repeats, `?` is optional. */
const sequences: Record<string, string> = {
  Document: "CstmrCdtTrfInitn",
  CstmrCdtTrfInitn: "GrpHdr PmtInf*",
  GrpHdr: "MsgId CreDtTm NbOfTxs CtrlSum? InitgPty",
  InitgPty: "Nm?",
  PmtInf:
    "PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr? CdtTrfTxInf*",
  PmtTpInf: "SvcLvl",
  SvcLvl: "Cd",
  ReqdExctnDt: "Dt",
  Dbtr: "Nm",
  DbtrAcct: "Id",
  DbtrAgt: "FinInstnId",
  FinInstnId: "BICFI? Othr?",
  Othr: "Id",
  CdtTrfTxInf: "PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf?",
  PmtId: "EndToEndId",
  Amt: "InstdAmt",
  CdtrAgt: "FinInstnId",
  Cdtr: "Nm",
  CdtrAcct: "Id",
  RmtInf: "Ustrd? Strd?",
  Strd: "CdtrRefInf",
  CdtrRefInf: "Tp Ref",
  Tp: "CdOrPrtry Issr",
  CdOrPrtry: "Cd",
};

const sepa = "[A-Za-z0-9/?:().,'+ -]";
/** Types of the published schema, with the lengths and characters of the SEPA rulebook. */
const patterns: Record<string, RegExp> = {
  MsgId: new RegExp(`^${sepa}{1,35}$`),
  PmtInfId: new RegExp(`^${sepa}{1,35}$`),
  EndToEndId: new RegExp(`^${sepa}{1,35}$`),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^[0-9]{1,15}$/,
  CtrlSum: /^\d{1,15}\.\d\d$/,
  Nm: new RegExp(`^(?![/ ])(?!.*//)${sepa}{1,70}(?<![/ ])$`),
  PmtMtd: /^TRF$/,
  BtchBookg: /^(true|false)$/,
  Cd: /^(SEPA|SCOR)$/,
  Issr: /^ISO$/,
  Ref: /^RF\d{2}[A-Z0-9]{1,21}$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  ChrgBr: /^SLEV$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  Ustrd: new RegExp(`^(?![/ ])(?!.*//)${sepa}{1,140}(?<![/ ])$`),
  Id: /^NOTPROVIDED$/,
};

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}

function parse(xml: string): Node {
  const root: Node = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    (open.at(-1) as Node).text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0] as Node;
}

const findAll = (node: Node, name: string): Node[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)]);

/** Fails at the first element that the schema doesn't allow at its position or whose text doesn't match its type. */
function requireValid(node: Node): void {
  if (node.children.length === 0) {
    expect(`${node.name}: ${node.text}`).toMatch(
      new RegExp(`^${node.name}: ${(patterns[node.name] as RegExp).source.replace(/^\^/, "")}`),
    );
    return;
  }
  const sequence = node.name === "Id" ? "IBAN" : node.name === "Othr" ? "Id" : (sequences[node.name] as string);
  const childPattern = sequence
    .split(" ")
    .map((part) =>
      part.replace(/^(\w+)(\*?)(\??)$/, (_, tag, isRepeated, optional) => `(${tag} )${isRepeated ? "+" : optional}`),
    )
    .join("");
  expect(node.children.map(({ name }) => `${name} `).join("")).toMatch(new RegExp(`^${childPattern}$`));
  for (const child of node.children) requireValid(child);
}

const order: PaymentOrder = {
  code: "BAT-2026-0001",
  createdAt: "2026-11-27T09:30:00.123Z",
  currency: "EUR",
  executionOn: "2026-11-30",
  debtor: { holder: "Müller & Söhne GmbH", iban: "DE89370400440532013000", bic: null },
  payments: [
    {
      position: 1,
      holder: "Åse Øster",
      iban: "NO9386011117947",
      bic: "DNBANOKK",
      amount: "1250.5000",
      purpose: "PAY-2026-0007 R/2026//14",
    },
    { position: 3, holder: "دلێر احمد", iban: "GB82WEST12345698765432", bic: null, amount: "0.0100", purpose: "여비" },
  ],
};

test("the SEPA file has the structure of the published schema", () => {
  const document = parse(sepaFile(order));
  expect(document.attributes["xmlns"]).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  requireValid(document);
  const [info] = findAll(document, "PmtInf") as [Node];
  expect(info.children.find(({ name }) => name === "NbOfTxs")?.text).toBe("2");
  expect(findAll(document, "CtrlSum").map(({ text }) => text)).toEqual(["1250.51", "1250.51"]);
  expect(findAll(document, "CreDtTm")[0]?.text).toBe("2026-11-27T09:30:00Z");
  expect(findAll(document, "EndToEndId").map(({ text }) => text)).toEqual(["BAT-2026-0001-0001", "BAT-2026-0001-0003"]);
  expect(findAll(document, "InstdAmt").map(({ text, attributes }) => [text, attributes["Ccy"]])).toEqual([
    ["1250.50", "EUR"],
    ["0.01", "EUR"],
  ]);
  expect(findAll(document, "Nm").map(({ text }) => text)).toEqual([
    "Mueller + Soehne GmbH",
    "Mueller + Soehne GmbH",
    "Aase Oster",
    "dler ahmd",
  ]);
  expect(findAll(document, "Ustrd").map(({ text }) => text)).toEqual(["PAY-2026-0007 R/2026/14", "yeobi"]);
});

test("an RF reference is structured remittance information, without free text", () => {
  const [payment] = order.payments as [PaymentOrder["payments"][number]];
  const document = parse(sepaFile({ ...order, payments: [{ ...payment, purpose: "RF18 5390 0754 7034" }] }));
  requireValid(document);
  expect(findAll(document, "Ref").map(({ text }) => text)).toEqual(["RF18539007547034"]);
  expect(findAll(document, "Ustrd")).toEqual([]);
});

test("a missing BIC is given as NOTPROVIDED for the payer and left out for the payee", () => {
  const document = parse(sepaFile(order));
  expect(findAll(document, "Othr").map(({ children }) => children[0]?.text)).toEqual(["NOTPROVIDED"]);
  expect(findAll(document, "CdtrAgt").flatMap((node) => findAll(node, "BICFI").map(({ text }) => text))).toEqual([
    "DNBANOKK",
  ]);
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom("</Nm><IBAN>", "//", "]]>", "&amp;", "  / ", "中文", "\u202eevil", "Żółć d’Ünal/", "İıŞş"),
);
const amounts = fc
  .bigInt({ min: 1n, max: 99_999_999_999n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}00`);

test("any names, purposes and amounts give a valid file with the right sums", () => {
  const payments = fc.array(
    fc.record({
      position: fc.integer({ min: 1, max: 99_999 }),
      holder: hostile,
      iban: fc.constantFrom("DE89370400440532013000", "GB82WEST12345698765432"),
      bic: fc.constantFrom(null, "COBADEFFXXX"),
      amount: amounts,
      purpose: hostile,
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(payments, hostile, (of, holder) => {
      const editedOrder = { ...order, debtor: { ...order.debtor, holder }, payments: of };
      const xml = sepaFile(editedOrder);
      const document = parse(xml);
      requireValid(document);
      expect(findAll(document, "CdtTrfTxInf")).toHaveLength(of.length);
      expect(findAll(document, "NbOfTxs").map(({ text }) => text)).toEqual([String(of.length), String(of.length)]);
      const total = sumOfMoney(
        findAll(document, "InstdAmt").map(({ text }) => text),
        "EUR",
      );
      expect(findAll(document, "CtrlSum").map(({ text }) => text)).toEqual([total, total]);
      expect(sepaFile(editedOrder)).toBe(xml);
    }),
  );
});

test("SEPA text keeps allowed characters, never exceeds the length, and is stable", () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 140 }), (text, max) => {
      const sepaText = toSepaText(text, max);
      expect(sepaText).toMatch(new RegExp(`^${sepa}*$`));
      expect(sepaText.length).toBeLessThanOrEqual(max);
      expect(toSepaText(sepaText, max)).toBe(sepaText);
    }),
  );
});

test.each([
  ["Élise Nguyễn", "Elise Nguyen"],
  ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoylos"],
  ["Юлия Щукина", "Yuliya Shchukina"],
  ["김민수", "gimminsu"],
  ["Straße 5; „Hof“", "Strasse 5, 'Hof'"],
  ["/Start//End/", "Start/End"],
  ["1½ m² Stoff, ¼ Rabatt", "1 1/2 m2 Stoff, 1/4 Rabatt"],
  ["Büro@Hof * Süd", "Buero(at)Hof Sued"],
  ["5 €", "5 EUR"],
])("writes %s as %s", (text, expected) => {
  expect(toSepaText(text, 70)).toBe(expected);
});

test.each([
  ["Müller & Söhne GmbH", false],
  ["Юлия Объездчикова", false],
  ["دلێر ئەحمەد", false],
  ["김민수", false],
  ["株式会社 ABC", true],
  ["山田太郎", true],
  ["שלום", true],
  ["Café 24*7", false],
])("the name %s loses letters: %s", (name, expected) => {
  expect(losesLetters(name)).toBe(expected);
});

test("the CSV file has a row per payment in the currency's decimals, without formulas", () => {
  const jpy = {
    ...order,
    currency: "JPY",
    payments: [{ ...(order.payments[0] as PaymentOrder["payments"][number]), amount: "1250.0000", holder: "=1+1" }],
  };
  const [head, row] = csvFile(jpy).split("\r\n");
  expect(head).toBe("\ufeffend_to_end_id,execution_on,debtor_iban,payee,iban,bic,amount,currency,purpose");
  expect(row).toBe(
    "BAT-2026-0001-0001,2026-11-30,DE89370400440532013000,'=1+1,NO9386011117947,DNBANOKK,1250,JPY,PAY-2026-0007 R/2026//14",
  );
});
