import { sumOfMoney, toMoney } from "../../kernel/money";
import { serializeCsv } from "../../kernel/text/csv";
import { creditorReferenceOf } from "./creditor-reference";
import { toSepaText } from "./sepa-text";

export interface PaymentOrder {
  /** Number of the batch; the end-to-end ids begin with it. */
  code: string;
  /** Creation time in ISO 8601, so that the same order always produces the same file. */
  createdAt: string;
  currency: string;
  executionOn: string;
  debtor: { holder: string; iban: string; bic: string | null };
  payments: readonly {
    position: number;
    holder: string;
    iban: string;
    bic: string | null;
    amount: string;
    purpose: string;
  }[];
}

export const endToEndId = (code: string, position: number): string => `${code}-${String(position).padStart(4, "0")}`;

/** Maximum amount of a SEPA credit transfer. */
export const maxSepaAmount = "999999999.99";

type Xml = readonly [tag: string, content: string | readonly Xml[], attributes?: string];

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function write([tag, content, attributes = ""]: Xml, indent = ""): string {
  const open = `${indent}<${tag}${attributes}>`;
  if (typeof content === "string") return `${open}${escape(content)}</${tag}>\n`;
  return `${open}\n${content.map((part) => write(part, `${indent}  `)).join("")}${indent}</${tag}>\n`;
}

/** Text that consists only of unknown letters must not become empty. */
const required = (text: string, max: number) => toSepaText(text, max) || "NOTPROVIDED";
const iban = (number: string): Xml => ["Id", [["IBAN", number]]];
const agent = (bic: string | null): Xml => ["FinInstnId", bic ? [["BICFI", bic]] : [["Othr", [["Id", "NOTPROVIDED"]]]]];

/** A creditor reference is structured, so that the payee's program recognizes its invoice. */
function remittance(purpose: string): Xml {
  const reference = creditorReferenceOf(purpose);
  if (!reference) return ["Ustrd", required(purpose, 140)];
  const type: Xml = [
    "Tp",
    [
      ["CdOrPrtry", [["Cd", "SCOR"]]],
      ["Issr", "ISO"],
    ],
  ];
  return ["Strd", [["CdtrRefInf", [type, ["Ref", reference]]]]];
}

/**
 * SEPA credit transfer: ISO 20022 `pain.001.001.09` with one `PmtInf`, for payments in EUR from one account on one day. The order of the
 * elements is that of the schema.
 */
export function sepaFile({ code, createdAt, executionOn, debtor, payments }: PaymentOrder): string {
  const count: Xml = ["NbOfTxs", String(payments.length)];
  const sum: Xml = [
    "CtrlSum",
    sumOfMoney(
      payments.map(({ amount }) => amount),
      "EUR",
    ),
  ];
  const name: Xml = ["Nm", required(debtor.holder, 70)];
  const transfers = payments.map(
    (payment): Xml => [
      "CdtTrfTxInf",
      [
        ["PmtId", [["EndToEndId", endToEndId(code, payment.position)]]],
        ["Amt", [["InstdAmt", toMoney(payment.amount, "EUR"), ' Ccy="EUR"']]],
        ...(payment.bic ? [["CdtrAgt", [agent(payment.bic)]] as Xml] : []),
        ["Cdtr", [["Nm", required(payment.holder, 70)]]],
        ["CdtrAcct", [iban(payment.iban)]],
        ["RmtInf", [remittance(payment.purpose)]],
      ],
    ],
  );
  const initiation: Xml = [
    "CstmrCdtTrfInitn",
    [
      ["GrpHdr", [["MsgId", code], ["CreDtTm", createdAt.replace(/\.\d+Z$/, "Z")], count, sum, ["InitgPty", [name]]]],
      [
        "PmtInf",
        [
          ["PmtInfId", code],
          ["PmtMtd", "TRF"],
          ["BtchBookg", "true"],
          count,
          sum,
          ["PmtTpInf", [["SvcLvl", [["Cd", "SEPA"]]]]],
          ["ReqdExctnDt", [["Dt", executionOn]]],
          ["Dbtr", [name]],
          ["DbtrAcct", [iban(debtor.iban)]],
          ["DbtrAgt", [agent(debtor.bic)]],
          ["ChrgBr", "SLEV"],
          ...transfers,
        ],
      ],
    ],
  ];
  const document = write(["Document", [initiation], ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"']);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}`;
}

/** CSV file for other currencies and for banks that import tables. Its format is the same in every language. */
export function csvFile({ code, currency, executionOn, debtor, payments }: PaymentOrder): string {
  const rows = [
    ["end_to_end_id", "execution_on", "debtor_iban", "payee", "iban", "bic", "amount", "currency", "purpose"],
    ...payments.map((payment) => [
      endToEndId(code, payment.position),
      executionOn,
      debtor.iban,
      payment.holder,
      payment.iban,
      payment.bic ?? "",
      { amount: toMoney(payment.amount, currency) },
      currency,
      payment.purpose,
    ]),
  ];
  return serializeCsv(rows, "en");
}
