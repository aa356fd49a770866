import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/work/time/timer.contract";
import type { StoppedTimer } from "../../../shared/work/time/timer.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import type { Translate } from "../../platform/text";
import { discardTimer, resumeTimer, startTimer, stopTimer, readTimerOf } from "./timer.service";

const sum = (parts: readonly { minutes: number }[]) => parts.reduce((all, { minutes }) => all + minutes, 0);

/** Describes in one sentence how much time was logged, and why some time was not. */
function outcome({ booked, left_out }: StoppedTimer, text: Translate): string {
  const [left] = left_out;
  if (!left) return text("timer.stopped", { hours: Math.floor(sum(booked) / 60), minutes: sum(booked) % 60 });
  return text(`timer.leftOut.${left.reason}`, { minutes: sum(left_out), booked: sum(booked) });
}

export function registerTimerRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readTimer, async ({ tx, actor }) => {
    const now = new Date();
    return { data: await readTimerOf(tx, actor, now), now: now.toISOString() };
  });

  serveEndpoint(app, contract.startTimer, async ({ tx, actor, body, text }) => {
    const now = new Date();
    const { timer, stopped } = await startTimer(tx, actor, body.task_id, now);
    const message = stopped ? outcome(stopped, text) : text("timer.started");
    return { message, data: timer, now: now.toISOString(), stopped };
  });

  serveEndpoint(app, contract.stopTimer, async ({ tx, actor, body, text }) => {
    const data = await stopTimer(tx, actor, new Date(), body.minutes);
    return { message: outcome(data, text), data };
  });

  serveEndpoint(app, contract.resumeTimer, async ({ tx, actor, body, text }) => {
    const now = new Date();
    const data = await resumeTimer(tx, actor, body.id, now);
    return { message: text("timer.resumed"), data, now: now.toISOString() };
  });

  serveEndpoint(app, contract.discardTimer, async ({ tx, actor, text }) => ({
    message: text("timer.discarded"),
    ...(await discardTimer(tx, actor, new Date())),
  }));
}
