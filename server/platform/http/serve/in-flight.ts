import type { FastifyReply } from "fastify";
import { Problem } from "../../../../shared/kernel/problems";
import { HeldBytes, type HeldLimits } from "./held-bytes";
import { UsualBytes } from "./usual-bytes";

type OnLeave = (leave: () => void) => void;

/** Of one call. */
export interface Place {
  /** So many, instead of what was noted before. */
  holds(bytes: number): void;
  end(): void;
}

interface Waiting {
  tenant: string;
  person: string;
  go: () => void;
}

/**
 * Bytes that stand in memory for somebody: answers until they are read, bodies until they are answered. One answer may be some
 * megabytes; ten people who ask for eight of them each and read none held gigabytes. Whoever holds much waits before more is made for them,
 * and nobody waits for what others hold, but for those of one organisation when it holds far more than a screen of everybody would.
 */
export class InFlight {
  private readonly held: HeldBytes;
  private readonly waiting = new Set<Waiting>();
  private readonly usual = new UsualBytes();

  constructor(limits: HeldLimits) {
    this.held = new HeldBytes(limits);
  }

  /**
   * Resolves when there is room, with what notes bytes for them and what says that all of theirs are gone, which must be said.
   * `kind`: what those of this kind usually come to is noted at once, until it is known what this one does.
   * @throws Problem 429 when nobody waits for the answer any more.
   */
  async enter(tenant: string, person: string, onLeave: OnLeave, kind = ""): Promise<Place> {
    if (!this.held.hasRoom(tenant, person)) await this.wait(tenant, person, onLeave);
    let bytes = this.usual.of(tenant, person, kind);
    let over = false;
    this.held.add(tenant, person, bytes);
    return {
      holds: (now) => {
        if (over) return;
        this.held.add(tenant, person, now - bytes);
        bytes = now;
        this.usual.note(tenant, person, kind, now);
      },
      end: () => {
        if (over) return;
        over = true;
        this.held.add(tenant, person, -bytes);
        this.letIn();
      },
    };
  }

  private wait(tenant: string, person: string, onLeave: OnLeave): Promise<void> {
    return new Promise((go, reject) => {
      const one = { tenant, person, go };
      this.waiting.add(one);
      onLeave(() => {
        if (this.waiting.delete(one)) reject(new Problem("rate.limited", { retryAfterSeconds: 2 }));
      });
    });
  }

  /** One at a time: how much theirs will be isn't known. The next comes when they, or anybody, are done. */
  private letIn(): void {
    for (const one of this.waiting) {
      if (!this.held.hasRoom(one.tenant, one.person)) continue;
      this.waiting.delete(one);
      one.go();
      return;
    }
  }
}

/** A place until a call's answer has gone out, or nobody waits for it any more. */
export async function placeUntilAnswered(
  inFlight: InFlight,
  { tenantId, caller, kind }: { tenantId: number; caller: string; kind?: string },
  { raw }: FastifyReply,
): Promise<Place> {
  const place = await inFlight.enter(String(tenantId), caller, (leave) => void raw.once("close", leave), kind);
  raw.once("finish", place.end).once("close", place.end);
  if (raw.destroyed) place.end();
  return place;
}
