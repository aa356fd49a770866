import type { DemoPerson } from "../platform/demo/demo.tenant";

/** One person per line: key | name | role | department | position | key of the manager | email of a demo account */
function parsePeople(lines: string): DemoPerson[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [key, fullname, role, department, position, manager, email] = line.split("|").map((part) => part.trim());
      const textOrUndefined = (text: string | undefined) => text || undefined;
      return {
        key: key as string,
        fullname: fullname as string,
        role: role as string,
        department: textOrUndefined(department),
        position: textOrUndefined(position),
        manager: textOrUndefined(manager),
        email: textOrUndefined(email),
      };
    });
}

export const demoDepartments: Readonly<Record<string, string>> = {
  MGT: "Management",
  OPS: "Operations",
  FLT: "Fleet",
  DIG: "Digital",
  CS: "Customer service",
  SAL: "Sales",
  FIN: "Finance",
  HR: "People",
};

export const parentDepartments: Readonly<Record<string, string>> = {
  OPS: "MGT",
  FLT: "OPS",
  DIG: "MGT",
  CS: "SAL",
  SAL: "MGT",
  FIN: "MGT",
  HR: "MGT",
};

export const departmentHeads: readonly (readonly [department: string, person: string])[] = [
  ["MGT", "soran"],
  ["OPS", "shilan"],
  ["FLT", "azad"],
  ["DIG", "layla"],
  ["CS", "grace"],
  ["SAL", "ruben"],
  ["FIN", "ingrid"],
  ["HR", "jonas"],
  ["MGT", "helen"],
  ["OPS", "tomas"],
];

export const positionDescriptions: Readonly<Record<string, string>> = {
  "Depot manager": "Answers for a depot: people, space, and what leaves it on time.",
  Dispatcher: "Plans routes and drivers for the day, and speaks with them on the road.",
  "Key account manager": "Looks after the clients who ship with us every week.",
  "Service agent": "Answers clients by phone and mail, in four languages.",
  "Customs specialist": "Papers at the border, so that nothing waits there.",
  "Mobile developer": "Builds the driver's app.",
};

export const acmePeople = parsePeople(`
  layla  | Layla Rashid     | administrator | DIG | Head of IT               | soran  | admin@acme.test
  jonas  | Jonas Weber      | hr            | HR  | HR manager               | soran  | hr@acme.test
  amira  | Amira Haddad     | manager       | DIG | Head of delivery         | soran  | manager@acme.test
  ingrid | Ingrid Sørensen  | finance       | FIN | Head of finance          | soran  | finance@acme.test
  dara   | Dara Aziz        | employee      | DIG | Product designer         | amira  | employee@acme.test
  paula  | Paula Mendes     | external      |     | Purchasing, Mendes       |        | client@acme.test
  soran  | Soran Mahmoud    | manager       | MGT | Managing director
  minseo | Kim Min-seo      | employee      | DIG | Frontend developer       | amira
  omar   | Omar Al-Khatib   | employee      | DIG | Backend developer        | amira
  rezan  | Rêzan Demir      | employee      | DIG | Backend developer        | amira
  nora   | Nora Lindqvist   | employee      | DIG | Content editor           | amira
  tobias | Tobias Brandt    | employee      | DIG | Test engineer            | amira
  hana   | Hana Novák       | employee      | DIG | Mobile developer         | amira
  jihun  | Park Ji-hun      | employee      | DIG | Mobile developer         | amira
  shilan | Shilan Karim     | manager       | OPS | Head of operations       | soran
  yusuf  | Yusuf Öztürk     | manager       | OPS | Depot manager            | shilan
  bahar  | Bahar Ahmed      | employee      | OPS | Depot manager            | shilan
  karwan | Karwan Salih     | employee      | OPS | Shift lead               | yusuf
  mariam | Mariam Haidar    | employee      | OPS | Customs specialist       | shilan
  piotr  | Piotr Zieliński  | employee      | OPS | Warehouse planner        | shilan
  azad   | Azad Hassan      | manager       | FLT | Fleet manager            | soran
  viktor | Viktor Ilić      | employee      | FLT | Dispatcher               | azad
  zainab | Zainab Jaber     | employee      | FLT | Dispatcher               | azad
  carlos | Carlos Rivas     | employee      | FLT | Workshop lead            | azad
  grace  | Grace Okafor     | manager       | CS  | Head of customer service | soran
  avin   | Avîn Mustafa     | employee      | CS  | Service agent            | grace
  samir  | Samir Fares      | employee      | CS  | Service agent            | grace
  elif   | Elif Kaya        | employee      | CS  | Service agent            | grace
  ruben  | Ruben Petrosyan  | manager       | SAL | Head of sales            | soran
  anna   | Anna Kowalska    | employee      | SAL | Key account manager      | ruben
  hiwa   | Hiwa Osman       | employee      | SAL | Key account manager      | ruben
  mei    | Mei Tanaka       | finance       | FIN | Accountant               | ingrid
  david  | David Mensah     | employee      | FIN | Controller               | ingrid
  sarah  | Sarah Cohen      | hr            | HR  | Recruiter                | jonas
  rojin  | Rojîn Taha       | manager       | HR  | Office manager           | jonas
`);

export const acmeGroups: Readonly<Record<string, readonly string[]>> = {
  "App team": ["hana", "jihun", "rezan", "tobias"],
  "Depot leads": ["yusuf", "bahar", "karwan"],
  "Dispatch desk": ["viktor", "zainab", "azad"],
  "Service desk": ["grace", "avin", "samir", "elif"],
};

export const acmeClients = [
  { code: "MEN", fullname: "Mendes & Filhos Importação", location: "Porto", phone_number: "+351 22 555 0134" },
  { code: "HPC", fullname: "Halabja Pomegranate Co-operative", location: "Halabja", phone_number: "+964 53 555 0177" },
  { code: "BKT", fullname: "Brandt Kältetechnik GmbH", location: "Rosenheim", phone_number: "+49 8031 5550122" },
  { code: "HAN", fullname: "Hanbit Ceramics Co., Ltd.", location: "Incheon", phone_number: "+82 32 555 0190" },
  { code: "BAL", fullname: "Baltic Timber AS", location: "Riga", phone_number: "+371 6555 0145" },
] as const;

/** The tenant is on the free plan, which allows at most five users. */
export const globexPeople = parsePeople(`
  helen | Helen Marsh | administrator | MGT | Managing director |       | admin@globex.test
  tomas | Tomás Vidal | manager       | OPS | Shop manager      | helen
  aiko  | Aiko Mori   | employee      | OPS | Barista trainer   | tomas
  ben   | Ben Adeyemi | employee      | OPS | Roaster           | tomas
`);
