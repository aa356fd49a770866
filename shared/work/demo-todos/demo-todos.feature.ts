import { defineFeature } from "../../kernel/feature";
import * as demoTodos from "./demo-todos.contract";

export const demoTodosFeature = defineFeature({
  contracts: { demoTodos },
});
