import type { DemoProject } from "./demo.project";

const columns = [
  { title: "To do", kind: "todo", color: "blue" },
  { title: "In progress", kind: "doing", color: "orange", wip: 3 },
  { title: "Done", kind: "done", color: "green" },
] as const;

export const secondShopProject: DemoProject = {
  title: "Second coffee shop",
  code: "SHP",
  color: "amber",
  status: "active",
  description: "<p>Twelve seats at the station, open from six.</p>",
  department: "OPS",
  starts: -60,
  ends: 60,
  people: { owner: ["helen", "tomas"], member: ["aiko", "ben"] },
  columns,
  tags: { Shop: "amber", Staff: "rose", Menu: "green" },
  tasks: {
    "To do": `
      Order the sign | Shop | m1
      Hire two people for the mornings | Staff | h3 | Advertisement; Trial shifts
      Breakfast menu | Menu | m2
      Card terminal | Shop | h1
    `,
    "In progress": `
      Counter from reclaimed wood | Shop | m3 | Measure; Carpenter; Oil
      House blend for milk drinks | Menu | h3 | Three samples; Cupping; Name
    `,
    Done: `
      Lease with the station | Shop | h3
      Second-hand espresso machine | Shop | h4
      Permit for outdoor seats | Shop | m2
      Ask regulars what they miss | Menu | l1
    `,
  },
};

export const roasteryProject: DemoProject = {
  title: "Roastery upkeep",
  code: "RST",
  color: "rose",
  status: "active",
  description: "<p>Keep the drum turning.</p>",
  department: "OPS",
  starts: -80,
  ends: 90,
  people: { owner: ["helen", "ben"], member: ["tomas"] },
  columns,
  tags: { Machine: "orange", Safety: "rose" },
  tasks: {
    "To do": `
      Clean the cyclone | Machine | m2
      Replace the cooling fan belt | Machine | h2
    `,
    "In progress": "Log of roasts on paper and on screen | Machine | l2",
    Done: `
      Fire extinguishers checked | Safety | h1
      New thermocouple | Machine | m2
      Chimney swept | Safety | m1
    `,
  },
};
