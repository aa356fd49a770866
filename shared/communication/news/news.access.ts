import { defineAccess } from "../../kernel/access";

export const newsAccess = defineAccess({
  area: "news",
  planFeature: "news",
  permissions: {
    "news-create": ["hr", "manager"],
    "news-view": ["employee"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    newsAccess: typeof newsAccess;
  }
}
