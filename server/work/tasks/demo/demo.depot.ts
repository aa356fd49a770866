import type { DemoProject } from "./demo.project";

export const newDepotProject: DemoProject = {
  title: "New depot in Sulaymaniyah",
  code: "DEP",
  color: "teal",
  status: "active",
  description:
    "<p>4,200 m² with twelve docks and a cold room, open before the pomegranate harvest. Lease signed, handed over in spring.</p>",
  client: "HPC",
  department: "OPS",
  budget: "1250000.00",
  starts: -110,
  ends: 132,
  people: {
    owner: ["shilan", "layla"],
    member: ["amira", "piotr", "mariam", "carlos", "rojin", "hiwa"],
    viewer: ["dara", "ingrid"],
  },
  groups: ["Depot leads"],
  columns: [
    { title: "Ideas", kind: "todo", color: "grey" },
    { title: "To do", kind: "todo", color: "blue" },
    { title: "In progress", kind: "doing", color: "orange", wip: 8 },
    { title: "Waiting for others", kind: "doing", color: "amber" },
    { title: "Done", kind: "done", color: "green" },
  ],
  tags: {
    Building: "amber",
    Permits: "violet",
    "Cold room": "blue",
    Staff: "rose",
    IT: "teal",
    Safety: "orange",
    Fleet: "green",
  },
  tasks: {
    Ideas: `
      Solar panels over the parking lot | Building | l4
      Shower and rest room for drivers from far away | Building, Staff | m3
      Open day for the neighbours | Staff | l2
      Charging points for two electric vans | Fleet, Building | l3
      Shared canteen with the mill next door | Staff | l2
    `,
    "To do": `
      Marking on the floor: lanes, bays, escape routes | Safety, Building | h2 | Plan; Paint that lasts; Night shift
      Fork-lift licences for nine people | Staff, Safety | h3 | Who has one; Dates; Examiner
      Signs in Kurdish, Arabic and English | Building | m2 | List; Wording; Print
      Two lines of internet from different sides | IT | h3 | Offers; Trench; Test the switch-over
      Insurance from the day of the hand-over | Permits | h2
      First-aid kits and defibrillator | Safety | m1
      Racking: delivery in three loads | Building | m3 | Dates; Crane; Check each load
      Job advertisements for the night shift | Staff | m2
      Weighbridge calibration | Permits, Safety | m2
      رخصة الدفاع المدني | Permits, Safety | h3 | الملف; الزيارة; الشهادة
    `,
    "In progress": `
      Cold room holds -22 °C for a week | Cold room | h4 | Sensors; Door seals; Alarm at night; Protocol
      Hire a depot manager and two shift leads | Staff | h3 | Profile; Advertisement; Interviews; Contracts
      Dock levellers 7 to 12 | Building | m3 | Foundation; Delivery; Mounting; Acceptance
      Camera plan with the works council | Safety, IT | m3 | Where; How long kept; Who may look
      Move plan: from the rented hall in four nights | Fleet | m5 | Inventory; Trucks; Crew; Customers told; Fallback
      Scanner coverage in every corner | IT | m3 | Measure; Six more antennas; Measure again
      Gate software speaks with dispatch | IT | h4 | Interface; Number plates; Test with ten trucks
    `,
    "Waiting for others": `
      Road permit for trucks over 40 t | Permits | h3 | Application; Traffic survey; Answer of the city
      Power connection of 630 kVA | Building, Permits | h4 | Application; Transformer; Meter
      Customs bond for the inner yard | Permits | m3 | Form; Guarantee of the bank
      Fire water: second hydrant | Safety, Permits | m2
    `,
    Done: `
      Lease signed | Permits | h3
      Soil survey | Building | m3
      Floor plan with twelve docks | Building | h4 | First draft; With the shift leads; Fire brigade; Final
      Offer for the cold room, three suppliers | Cold room | h3 | Specification; Offers; Visit; Decision
      Budget agreed with finance | Permits | h2
      Fence and gate | Building, Safety | m2
      Water tested | Safety | l1
      Clear the old hall | Building | m2 | Scrap; Wood; Oil
      Names of streets and gates for the map | IT, Fleet | l1
      Neighbours told about the building noise | Staff | l1
      Escape plan drawn | Safety | m2
      Roof mended before the rain | Building | h3 | Scaffold; Sheets; Gutters
      Lighting of the yard | Building, Safety | m2
      Choice of racking | Building | m3
      Server cupboard with its own cooling | IT | m2
      Visit to the depot in Mersin: what would they do otherwise? | Staff | l2
    `,
  },
};
