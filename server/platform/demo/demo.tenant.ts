export interface DemoUser {
  id: number;
  fullname: string;
  image: null;
}

export interface DemoPerson {
  key: string;
  fullname: string;
  /** Code of a seeded role. */
  role: string;
  department: string | undefined;
  position: string | undefined;
  manager: string | undefined;
  email: string | undefined;
}

export interface DemoTenant {
  id: number;
  name: string;
  now: Date;
  people: readonly DemoPerson[];
  users: ReadonlyMap<string, DemoUser>;
  groups: ReadonlyMap<string, { id: number; title: string; people: readonly string[] }>;
  clients: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
}
