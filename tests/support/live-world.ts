import { projectStream, type StreamName } from "../../shared/kernel/events";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { BoardReply } from "../../shared/work/tasks/tasks.contract";
import { Caller } from "./http";
import { LiveClient } from "./live-client";
import type { DatabaseSeeder, SeededPerson, SeededProject, SeededTenant } from "./seed";

export class Person {
  readonly http: Caller;
  private readonly sockets: LiveClient[] = [];

  constructor(
    readonly base: string,
    readonly host: string,
    readonly seeded: SeededPerson,
  ) {
    this.http = new Caller(base, host, seeded.token);
  }

  get id(): number {
    return this.seeded.id;
  }

  async connect(): Promise<LiveClient> {
    const socket = await LiveClient.connect(this.base, this.host, this.seeded.token);
    this.sockets.push(socket);
    return socket;
  }

  async watch(project: { id: number }, since: number | null = null): Promise<LiveClient> {
    const socket = await this.connect();
    await socket.subscribe(projectStream(project.id), since);
    return socket;
  }

  async board(project: { id: number }): Promise<BoardReply> {
    const { status, body } = await this.http.send<BoardReply>("GET", `/project/${project.id}/task_tatus`);
    if (status !== 200) throw new Error(`The board answers ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  at(base: string): Person {
    return new Person(base, this.host, this.seeded);
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
    this.http.close();
  }
}

export class LiveWorld {
  private readonly people: Person[] = [];

  private constructor(
    readonly base: string,
    readonly seed: DatabaseSeeder,
    readonly tenant: SeededTenant,
  ) {}

  static async create(base: string, seed: DatabaseSeeder): Promise<LiveWorld> {
    return new LiveWorld(base, seed, await seed.tenant());
  }

  async person(fullname: string, role: Parameters<DatabaseSeeder["person"]>[2] = "employee"): Promise<Person> {
    const person = new Person(this.base, this.tenant.host, await this.seed.person(this.tenant, fullname, role));
    this.people.push(person);
    return person;
  }

  project(
    members: readonly (Person | { person: Person; role: ProjectRole })[],
    cards?: readonly number[],
  ): Promise<SeededProject> {
    const rows = members.map((member) =>
      "role" in member ? { person: member.person.seeded, role: member.role } : member.seeded,
    );
    return this.seed.project(this.tenant, rows, cards);
  }

  async log(stream: StreamName): Promise<{ revision: number; type: string; data: Record<string, unknown> }[]> {
    const rows = await this.seed.rows<{ revision: string; type: string; data: Record<string, unknown> }>(
      "SELECT revision, type, data FROM domain_event WHERE tenant_id = $1 AND stream = $2 ORDER BY revision",
      [this.tenant.id, stream],
    );
    return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
  }

  close(): void {
    for (const person of this.people) person.close();
  }
}
