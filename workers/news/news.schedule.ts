import type { Logger } from "pino";
import type { DataSource } from "typeorm";
import { runNewsClock } from "../../server/news/news-life.service";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { type Schedule, tenantSchedule } from "../platform/schedule";

/** Articles come and go at their minute, and those who haven't confirmed one are reminded the day before. */
export function newsSchedule(options: { unitOfWork: UnitOfWork; workerDatabase: DataSource; log: Logger }): Schedule {
  const { unitOfWork, ...rest } = options;
  return tenantSchedule({
    ...rest,
    name: "news",
    everyMs: 30_000,
    work: (tenantId, now) => unitOfWork({ tenantId }, (tx) => runNewsClock(tx, now)),
  });
}
