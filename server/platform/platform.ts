import type { Credentials } from "./session";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../config";
import type { FileStore } from "./files/file-store";
import type { Mailer } from "./mail/mail";
import type { ChildProcesses } from "./child-processes";
import type { TenantDirectory } from "./tenant";
import type { UnitOfWork } from "./database/unit-of-work";

/** What the parts of the server and the workers share. Made once per process by `main`, passed on, never imported. */
export interface Platform {
  config: Config;
  log: Logger;
  /** Works as `portal_app`. */
  database: DataSource;
  unitOfWork: UnitOfWork;
  /** For sockets, on a few connections of their own: whatever one sends, calls have theirs. */
  socketWork: UnitOfWork;
  tenants: TenantDirectory;
  files: FileStore;
  mailer: Mailer;
  /** For what people upload and paste: never on the event loop. */
  childProcesses: ChildProcesses;
  /** Notes, outside the request's transaction, that a session was used, so that it slides on, or a personal token. */
  sessionUsed(actor: Credentials): void;
  /** `METHOD /path` of everything served: compared with the contract at start. */
  served: Set<string>;
}

declare module "fastify" {
  interface FastifyInstance {
    platform: Platform;
  }
}
