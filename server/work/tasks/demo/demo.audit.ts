import type { DemoProject } from "./demo.project";

export const yearEndProject: DemoProject = {
  title: "Year-end closing",
  code: "YEC",
  color: "violet",
  status: "active",
  description: "<p>Close the year by 20 January, with an audit that finds nothing new.</p>",
  department: "FIN",
  starts: -86,
  ends: 61,
  people: { owner: ["ingrid", "layla"], member: ["mei", "david", "jonas", "rojin"] },
  columns: [
    { title: "To do", kind: "todo", color: "blue" },
    { title: "In progress", kind: "doing", color: "orange", wip: 6 },
    { title: "With the auditor", kind: "doing", color: "violet" },
    { title: "Done", kind: "done", color: "green" },
  ],
  tags: { Audit: "violet", Tax: "rose", Payroll: "amber", Receivables: "blue", Inventory: "green", Currency: "teal" },
  tasks: {
    "To do": `
      Inventory count in three depots on one day | Inventory | h3 | Mersin; Erbil; Sulaymaniyah
      Accruals for the December tours | Receivables | m3
      Holiday balances agree with people's calendars | Payroll | m2 | Export; Compare; Write to the nine with differences
      Letters of the banks | Audit | m1
      Rates of the last day of the year | Currency | h1
      Provision for the tyre recall | Audit | m2
      Write off what nobody can find | Inventory | l2
      Binder for the auditor, in digital form | Audit | m2
      Statement of cash flows: first draft | Audit | h4
      Calendar of closings for next year | Audit | l1
    `,
    "In progress": `
      Receivables older than ninety days | Receivables | h3 | List; Call the ten largest; Provision
      Fixed assets: the new trucks | Inventory | m3 | Invoices; Useful life; Number plates
      Advances of drivers settled | Payroll | h3 | Open since summer; Receipts; Last reminders
      Match dollar and dinar accounts | Currency | m4 | October; November; Differences explained
      Withholding tax on foreign subcontractors | Tax | h3 | Contracts; Certificates
    `,
    "With the auditor": `
      Sample of forty freight invoices | Audit | m2 | Pull; Scan; Hand over; Questions
      Contracts of lease under the new rules | Audit | m4 | List; Terms; Discount rate
      Confirmation letters to twenty customers | Receivables, Audit | m2
    `,
    Done: `
      Auditor chosen and dates agreed | Audit | m2
      Chart of accounts tidied up | Audit | m3 | Unused accounts; Names; Depot as dimension
      Who may approve what: list renewed | Audit | m2
      Value-added tax of the third quarter | Tax | h2
      Bank accounts in one list | Currency | l1
      Fuel cards matched with tours | Receivables | m3 | Import; Rules; Leftovers
      Payroll for October closed | Payroll | h2
      Double payments of the spring returned | Receivables | m3
      Spare parts counted in the workshop | Inventory | m2
      Training: receipts by photo | Payroll | l1
      Insurance invoices split by depot | Audit | l2
      Interim audit without findings | Audit | h4 | Meetings; Samples; Report
    `,
  },
};

export const labelsProject: DemoProject = {
  title: "Warehouse labels",
  code: "LBL",
  color: "green",
  status: "completed",
  description: "<p>Labels that survive rain, frost and fork-lifts.</p>",
  department: "OPS",
  starts: -124,
  ends: -20,
  archivedDaysAgo: 17,
  people: { owner: ["shilan", "layla"], member: ["piotr", "karwan", "yusuf"] },
  columns: [
    { title: "To do", kind: "todo", color: "blue" },
    { title: "In progress", kind: "doing", color: "orange" },
    { title: "Done", kind: "done", color: "green" },
  ],
  tags: { Print: "blue", Software: "violet", Training: "amber" },
  tasks: {
    "To do": "",
    "In progress": "",
    Done: `
      Compare four materials in the freezer | Print | m3 | Paper; Polyester; Vinyl; Tyvek
      Printers for three depots | Print | m2
      Layout with large bay numbers | Software | m3
      Codes that scan at three metres | Software | h3
      Replace 14,000 labels in two weekends | Training | h4 | Mersin; Erbil; Duhok
      Who prints when the printer is down? | Training | l1
      Spare rolls in the cupboard | Print | l1
      Show the night shift how it works | Training | m2
      Old numbers redirect to new ones | Software | m3
      Count again after a month | Training | l2
    `,
  },
};
