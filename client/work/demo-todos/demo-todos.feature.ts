import { defineFeature, pagesIn } from "../../platform/feature/feature";

export const demoTodosFeature = defineFeature({
  pages: pagesIn(() => import("./demo-todos.pages"), {
    DemoTodosPage: { path: "/demo/todos", title: "title.demoTodos" },
  }),
});
