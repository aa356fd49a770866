import type { DemoProject } from "./demo.project";

export const driverAppProject: DemoProject = {
  title: "Driver app",
  code: "DRV",
  color: "orange",
  status: "active",
  description:
    "<p>What drivers need on the road: their tours, the papers, hand-over with a signature, and a way to say that something is wrong. Works without a network.</p>",
  department: "DIG",
  budget: "61500.00",
  starts: -119,
  ends: 96,
  people: { owner: ["amira", "layla"], member: ["dara", "azad", "nora"], viewer: ["soran"] },
  groups: ["App team", "Dispatch desk"],
  columns: [
    { title: "To do", kind: "todo", color: "blue" },
    { title: "In progress", kind: "doing", color: "orange", wip: 4 },
    { title: "On the road", kind: "doing", color: "violet", wip: 6 },
    { title: "Done", kind: "done", color: "green" },
  ],
  tags: {
    Android: "green",
    iOS: "blue",
    Offline: "violet",
    Design: "rose",
    Bug: "orange",
    Dispatch: "teal",
    Languages: "amber",
  },
  tasks: {
    "To do": `
      Signature field too small for gloves | Design, Android | h2
      Ask for rest times instead of guessing | Dispatch | m3 | Rules for Iraq; Rules for Türkiye; Wording
      Show the loading bay on the tour page | Dispatch, Design | m2
      وەرگێڕانی ئاگادارییەکانی ڕێگا | Languages | m2
      Night colours that don't blind | Design | m3
      Photos upload over Wi-Fi only, when wished | Android, iOS | l2
      Widget with the next stop | iOS | l3
      Take over a tour from a colleague | Dispatch, Offline | m4 | What moves along; Who agrees; Note to the customer
      Count pallets by camera: try it for a week | Android | l5
      Make the emergency number one touch | Design | h1
      Export of tours for the tachograph audit | Dispatch | m3
    `,
    "In progress": `
      Hand-over without network loses the photo | Bug, Offline | h4 | Reproduce in the garage; Queue on the phone; Upload again; Test on old phones
      Tour list: drag the order of stops | Design, Dispatch | m4 | Prototype; Gloves; Dispatch is asked when a window is missed
      Barcode scanner reads damaged labels | Android | m3 | Collect fifty bad labels; Compare two libraries
      Arabic voice for directions | Languages, Android | m3 | Record; Numbers; Street names
      App starts in under two seconds on the oldest phone | Android | h3 | Measure; Fewer libraries; Load tours later
    `,
    "On the road": `
      Offline map of the mountain roads | Offline, Android | h5 | Choose the area; Size under 200 MB; Update over Wi-Fi; Two drivers for two weeks
      Report a closed road | Dispatch | m3 | Form; Shown to others within 5 km; Fades after a day
      Battery warning before a long tour | Android, iOS | l2
      기사용 인수 화면 번역 | Languages | m2 | 문구; 화면 확인
      Damage report with voice note | iOS, Android | m3 | Record; Transcribe; Attach to the shipment
    `,
    Done: `
      Sign in with the number on the badge | Android, iOS | h3
      Tours of the day, sorted by time window | Dispatch | h3 | From dispatch; Sorting; Changes during the day
      Signature on the glass | Design | h4 | Draw; Save; Show on the delivery note
      Larger touch targets everywhere | Design | m2
      Push message when a stop is added | Dispatch, Android | m3
      Crash when the phone changes its time zone | Bug, iOS | h2
      Fuel receipts by photo | Android | m3 | Photo; Amount; Send to finance
      Map opens at the gate, not at the office | Dispatch | m2
      Language follows the phone, and can be changed | Languages | m2
      Pictures are made smaller before sending | Offline | m2
      Test phones for all depots | Dispatch | l1 | Mersin; Erbil; Sulaymaniyah; Duhok
      Checklist before departure | Design, Dispatch | m3 | Tyres; Lights; Papers; Load
      Sound for new messages, loud enough | Android | l1
      Tour stays readable in sunlight | Design | m2
      Logout wipes the tour from the phone | Bug, Offline | h2
      First prototype with three drivers | Design | m4 | Karwan's crew; Ride along; Notes
      Which phones do our drivers have? | Dispatch | l1
    `,
  },
};
