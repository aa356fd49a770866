import type { Credentials } from "./session";
import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../config";
import type { FileStore } from "./files/file-store";
import type { Mailer } from "./mail/mail";
import type { ChildProcesses } from "./child-processes";
import type { NoticeBoard } from "./notices";
import type { TenantDirectory } from "./tenant";
import type { OwnerDatabase } from "./database/owner-database";
import type { UnitOfWork } from "./database/unit-of-work";

/** Shared dependencies of server and workers. Created once per process by `main` and passed as arguments, never imported. */
export interface Platform {
  config: Config;
  log: Logger;
  /** Database connections that are logged in as `portal_app`. */
  database: DataSource;
  unitOfWork: UnitOfWork;
  /** Connections of the database's owner, opened by the first call of an operator. No call of a tenant uses them. */
  owner: OwnerDatabase;
  /** Unit of work for sockets. It has a few connections of its own, so that socket traffic never blocks HTTP calls. */
  socketWork: UnitOfWork;
  tenants: TenantDirectory;
  notices: NoticeBoard;
  files: FileStore;
  mailer: Mailer;
  /** Runs the parsing of uploads and pasted text outside of the event loop. */
  childProcesses: ChildProcesses;
  /** Records the use of a session, which extends it, or of a personal token. Runs outside the request's transaction. */
  sessionUsed(actor: Credentials): void;
  /** Ends the process, which then carries out the restore that an operator requested. */
  stopToRestore(): void;
  /** `METHOD /path` of all registered routes; compared with the contract at start. */
  served: Set<string>;
}

declare module "fastify" {
  interface FastifyInstance {
    platform: Platform;
  }
}
