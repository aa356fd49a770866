import { eventSchemas } from "../../shared/features";
import type { DomainEvents } from "../../shared/kernel/events";
import type { CommittedEvent } from "../../server/platform/database/unit-of-work";

/** @returns why the data of an event violates its schema, by another shape or an extra field; undefined if it doesn't */
export function schemaViolationOf({ event: { type, data } }: Pick<CommittedEvent, "event">): string | undefined {
  const schema = eventSchemas[type as keyof DomainEvents];
  if (!schema) return `No feature declares the event ${type}`;
  const sent: unknown = JSON.parse(JSON.stringify(data));
  try {
    const declared: unknown = schema.validateSync(sent, { abortEarly: false, stripUnknown: true });
    expect(JSON.parse(JSON.stringify(declared))).toEqual(sent);
    return undefined;
  } catch (error) {
    return `${type} violates its schema: ${(error as Error).message}\n${JSON.stringify(sent).slice(0, 800)}`;
  }
}
