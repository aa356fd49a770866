import { IconLock } from "@tabler/icons-react";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const securityFeature = defineFeature({
  pages: [
    ...pagesIn(() => import("./security.pages"), {
      SecurityPage: { path: paths.security, title: "title.security" },
      SetUpFactorPage: { path: paths.setUpFactor, title: "title.setUpFactor", layout: "blank" },
    }),
    ...pagesIn(() => import("./rules.pages"), {
      SignInRulesPage: {
        path: "/settings/sign-in",
        title: "title.signInRules",
        permission: ["tenant-edit", "user-edit"],
      },
    }),
  ],
  menu: [
    {
      label: "menu.signInRules",
      icon: IconLock,
      to: "/settings/sign-in",
      in: "requests",
      order: 6,
      permission: ["tenant-edit", "user-edit"],
    },
  ],
});
