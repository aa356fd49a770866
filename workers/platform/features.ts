import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import type { Config } from "../../server/config";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { FileStore } from "../../server/platform/files/file-store";
import { chooseTenantAddress } from "../../server/platform/http/origin";
import { createMailer, type Mailer } from "../../server/platform/mail/mail";
import type { Consumer } from "./consumer";
import type { Schedule } from "./schedule";

export interface WorkerOptions {
  /** Connects as `portal_app`, which can access one tenant per transaction. */
  unitOfWork: UnitOfWork;
  /** Connects as `portal_worker`, which works across tenants. */
  workerDatabase: DataSource;
  files: FileStore;
  config: Config;
  log: Logger;
}

/** Dependencies of schedules and loops that do work for each tenant. */
export type TenantWorkContext = Pick<WorkerOptions, "unitOfWork" | "workerDatabase" | "log">;

export interface WorkerDependencies extends WorkerOptions {
  mailer: Pick<Mailer, "deliver">;
  /** URL of the tenant that has these domains. */
  originFor(domains: readonly string[]): string;
}

interface WorkerService {
  /** Resolves when work in progress has ended; no new work is started. */
  stop?(): Promise<void>;
}

export interface WorkerContext extends WorkerDependencies {
  /** Returns this process's instance of a service that keeps state, e.g. a queue or child processes. The first call creates it. */
  service: <Service extends object>(create: (dependencies: WorkerDependencies) => Service) => Service;
}

/** Work that every process repeats by itself, because the schedules' queue, which runs one job at a time, would delay it. */
export interface Loop {
  name: string;
  everyMs: number;
  run(): Promise<void>;
  /** Cancels the run in progress when the process ends. */
  cancel?(): void;
}

/** Additions of a feature to the worker. Defined in `<feature>.feature.ts` and listed in `workers/features.list.ts`. */
export interface WorkerFeature {
  readonly consumers?: readonly Consumer[];
  /** Consumers that pass events to a service of the process; they run after all `consumers`. */
  readonly serviceConsumers?: (context: WorkerContext) => readonly Consumer[];
  /** Triggered through the queue, once per period in one worker. */
  readonly schedules?: (context: WorkerContext) => readonly Schedule[];
  readonly loops?: (context: WorkerContext) => readonly Loop[];
}

export interface StartedContext {
  context: WorkerContext;
  closeMailer(): Promise<void>;
  stopServices(): Promise<void>;
}

export function createWorkerContext({ unitOfWork, workerDatabase, files, config, log }: WorkerOptions): StartedContext {
  const mailer = createMailer(config, log);
  const originFor = (domains: readonly string[]) => chooseTenantAddress(config, domains).origin;
  const dependencies: WorkerDependencies = { unitOfWork, workerDatabase, files, config, log, mailer, originFor };
  const services = new Map<unknown, object>();
  return {
    context: {
      ...dependencies,
      service<Service extends object>(create: (dependencies: WorkerDependencies) => Service): Service {
        const service = services.get(create) ?? create(dependencies);
        services.set(create, service);
        return service as Service;
      },
    },
    closeMailer: () => mailer.close(),
    async stopServices() {
      await Promise.all([...services.values()].map(async (service) => (service as WorkerService).stop?.()));
    },
  };
}
