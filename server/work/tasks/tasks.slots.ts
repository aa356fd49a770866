import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { BoardTask, createTask } from "../../../shared/work/tasks/tasks.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";
import type { Actor } from "../../platform/session";

type TaskInput = BodyOf<typeof createTask>;

declare module "../../platform/slot" {
  interface SlotFillings {
    createTaskWithTemplate: (
      tx: Tx,
      actor: Actor,
      template: NonNullable<TaskInput["template"]>,
      input: TaskInput,
    ) => Promise<BoardTask>;
  }
}

/** Creates a task whose omitted fields come from a template. */
export const createTaskWithTemplate = defineFeatureSlot("createTaskWithTemplate");
