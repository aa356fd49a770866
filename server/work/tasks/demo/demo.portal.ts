import type { DemoProject } from "./demo.project";

export const customerPortalProject: DemoProject = {
  title: "Customer portal",
  code: "CUP",
  color: "blue",
  status: "active",
  description:
    "<p>Customers book freight, follow their shipments and find every paper in one place. The old form closes at the end of the year.</p>",
  client: "MEN",
  department: "DIG",
  budget: "84000.00",
  starts: -128,
  ends: 74,
  people: {
    owner: ["amira", "layla"],
    member: ["dara", "minseo", "omar", "rezan", "nora", "tobias", "grace"],
    guest: ["paula"],
    viewer: ["ruben"],
  },
  columns: [
    { title: "Backlog", kind: "todo", color: "grey" },
    { title: "To do", kind: "todo", color: "blue" },
    { title: "In progress", kind: "doing", color: "orange", wip: 5 },
    { title: "Review", kind: "doing", color: "violet", wip: 4 },
    { title: "Done", kind: "done", color: "green" },
  ],
  tags: {
    Design: "rose",
    Frontend: "blue",
    Backend: "violet",
    Content: "amber",
    Bug: "orange",
    Accessibility: "teal",
    Languages: "green",
  },
  hasFields: true,
  tasks: {
    Backlog: `
      Ask five customers what they look for on the first page | Content | l2
      Let customers name their own pick-up places | Frontend, Backend | m3
      Saved quotes expire silently after thirty days | Bug, Backend | m2
      Compare two quotes side by side | Design, Frontend | l4
      Kurdish line breaks in narrow columns | Languages, Frontend | m2
      Dark theme for the driver's hand-over view | Design | l2
      Send a summary of the week by e-mail | Backend, Content | l3 | Agree on the contents; Template in five languages; Let people switch it off
      Attach photos to a damage report | Frontend, Backend | m4
      Search by container number without the check digit | Backend | m2
    `,
    "To do": `
      Empty and error states of the route planner | Design, Frontend | h3 | Nothing found; No connection; Address unknown; Too far away
      Address list: keep the last ten | Frontend | m2
      Depot opening hours on public holidays | Content, Backend | m3 | Iraq; Türkiye; Germany
      ترجمة رسائل الخطأ في نموذج الحجز | Languages, Content | m2
      Password rules are explained before they fail | Accessibility, Frontend | m2
      Redirects for the 280 addresses of the old site | Backend | h3 | Export from the old site; Map by hand what is left; Test with the access log
      Customs papers: show which one is missing | Design, Backend | h4 | List per country of arrival; Wording with Mariam; Icon
      Keyboard path through the booking form | Accessibility | m3 | Order of the fields; Date picker; Summary page
      Photo credits for the fleet pages | Content | l1
    `,
    "In progress": `
      Booking stops after choosing a date in Safari | Bug, Frontend | h3 | Reproduce on two phones; Find the cause; Repair; Test in three browsers; Tell the service desk
      Shipment page follows the truck's position | Frontend, Backend | h5 | Positions from dispatch; Map without consent banner; Fallback without position; Load with 200 viewers; Words for "delayed"; Photo of hand-over
      Home page: words and pictures of the first screen | Design, Content | m3 | Three drafts; Choose with Grace; Translate; Load in under a second
      Price calculator rounds up above ten tonnes | Bug, Backend | h2 | Test with last month's invoices; Repair; Recalculate open quotes
      예약 양식 한국어 검수 | Languages, Content | m2 | 용어집; 양식; 이메일
      Language switch keeps the page one is on | Languages, Frontend | m2
    `,
    Review: `
      Colour contrast of all forms | Accessibility, Design | m3 | Buttons; Fields; Notes; Errors; Charts
      Rate table: rounding rules from finance | Backend | h3 | Rules in writing; Unit tests; Ingrid agrees
      Icons for the six freight classes | Design | l2 | Draft; Feedback of dispatch
      Buchungsbestätigung als PDF | Backend, Content | m3 | Vorlage; Schriften einbetten; Umlaute prüfen
    `,
    Done: `
      Two-step sign-in for key accounts | Backend | h4 | Choose a way; Build; Recovery codes; Handbook
      Cookie notice without dark patterns | Content, Frontend | m2
      Type scale for Latin, Arabic and Hangul | Design, Languages | m3 | Latin; Arabic and Kurdish; Korean
      Contact form goes to the right depot | Backend | m2
      Search box understands shipment numbers | Frontend, Backend | h3
      Quote form: three steps instead of seven | Design, Frontend | h5 | Interviews; Prototype; Test with eight people; Build; Measure
      Error pages that say what to do next | Content, Design | l2
      Load fonts only for the language in use | Frontend | m3
      Old quotes are imported | Backend | h4 | Export; Map fields; Trial run; Real run
      Shipment list loads in pages | Frontend, Backend | m3
      Accessible date picker | Accessibility, Frontend | m4 | Keyboard; Screen reader; Right-to-left
      Staging environment with made-up customers | Backend | m3
      Terms of carriage in four languages | Content, Languages | m2
      Sort the fleet pages by what customers ask | Content | l2
      Delivery note can be downloaded again | Backend | m2
      Freight classes explained with examples | Content | l2
      Booking e-mail went out twice | Bug, Backend | h3 | Find out why; Unique key; Apologise
      Phone numbers with country code | Frontend | l1
      Tone of voice: one page | Content | l2
      Sketches of the whole journey | Design | m3 | Book; Follow; Receive; Pay
    `,
  },
};
