import { defineAccess } from "../../kernel/access";

/** Users who may edit suppliers may also confirm bank accounts that others proposed. */
export const supplierAccess = defineAccess({
  area: "finance",
  planFeature: "payment",
  permissions: {
    "supplier-edit": ["finance"],
    "supplier-list": ["finance"],
  },
});

declare module "../../kernel/access" {
  interface AccessRegister {
    supplierAccess: typeof supplierAccess;
  }
}
