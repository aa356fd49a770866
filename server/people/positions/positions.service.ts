import type { InferType } from "yup";
import { directoryStream, type Actor as Person } from "../../../shared/kernel/events";
import type { Position } from "../../../shared/people/positions/positions.contract";
import { maxPositions, type positionSchema } from "../../../shared/people/positions/positions.schema";
import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import type { Actor } from "../../platform/session";
import { PositionEntity } from "./position.entity";
import * as statements from "./positions.sql";

type Input = InferType<typeof positionSchema>;

export const positionRecords = createRecords<Omit<Position, "can">, Input>({
  noun: "position",
  limit: { most: maxPositions, field: "title" },
  rules: { position_tenant_id_title_key: "title", position_title_once: "title" },
  statements: statements.positionStatements,
  pageSize: 10,
  nameOf: ({ title }) => title,
  stream: directoryStream,
  emit: emitter("position", ({ id, title }) => ({ id, title })),
  write: entityWriter(PositionEntity, ({ title, description }: Input) => ({ title, description })),
  uses: (tx, id) => tx.rows(statements.selectPositionUses, [id]),
  async moveUses(tx, actor, id, successorId) {
    // Deleting the actor's own position changes their employment; under separation of duties another user has to do it.
    if (await tx.one(statements.selectPositionHolder, [id, actor.id])) await refuseOwnEmployment(tx, actor, actor.id);
    for (const move of statements.movePositionReferences) await tx.rows(move, [id, successorId]);
  },
});

export async function readPositionWithPeople(tx: Tx, actor: Actor, id: number) {
  const position = await positionRecords.read(tx, actor, id);
  const people = await tx.rows<Person & { department: string | null }>(statements.selectPeopleOfPosition, [id]);
  return { ...position, people };
}
