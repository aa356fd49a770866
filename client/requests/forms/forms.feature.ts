import { IconFileCheck, IconFileText } from "@tabler/icons-react";
import { clientFamilies } from "../../approvals/approvals/client-families";
import { defineFeature, pagesIn } from "../../platform/feature/feature";
import type { MessageId } from "../../platform/intl/catalogues";
import { paths } from "../../platform/paths";

const access = { permission: "vas-request-list", feature: "vas_approval_form" } as const;

export const formsFeature = defineFeature({
  searches: {
    form: { icon: IconFileText, group: "requests", href: ({ id }) => paths.form("create", id) },
    form_request: {
      icon: IconFileCheck,
      group: "requests",
      href: ({ id }) => paths.form("view", id),
      stateText: (state) => `forms.status.${state}` as MessageId,
    },
  },
  pages: [
    ...pagesIn(() => import("./list.pages"), {
      FormsPage: { path: paths.forms, title: "title.forms", ...access },
    }),
    ...pagesIn(() => import("./forms.pages"), {
      FormPage: {
        path: `${paths.form(":mode")}/:id?`,
        title: { create: "title.formNew", view: "title.formView", edit: "title.formEdit", build: "title.formBuild" },
        ...access,
      },
    }),
  ],
  menu: [
    { label: "menu.forms", icon: IconFileCheck, to: paths.forms, in: "settings", order: 2, goKey: "a", ...access },
  ],
  creates: [
    {
      ...access,
      label: "title.formNew",
      icon: IconFileCheck,
      to: paths.form("create"),
      permission: "vas-request-create",
    },
  ],
  live: async () => (await import("./forms.live")).formsLive,
  fills: [
    clientFamilies.fill({
      code: "form",
      screens: async () => (await import("./forms.screens")).formScreens,
      calls: async () => (await import("../../../shared/requests/forms/forms.calls")).formCalls,
    }),
  ],
});
