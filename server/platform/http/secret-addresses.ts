import type { FastifyInstance, FastifyReply } from "fastify";
import type { UnitOfWork } from "../database/unit-of-work";

/** A transaction for a call by an address with a secret in it, when it is its turn. */
export const inTurnOf =
  (app: FastifyInstance, secret: string, reply: FastifyReply): UnitOfWork =>
  async (options, work) => {
    const done = await app.callers.takeSecret(secret, (leave) => reply.raw.once("close", leave));
    try {
      return await app.platform.unitOfWork(options, work);
    } finally {
      done();
    }
  };
