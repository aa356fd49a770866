import { IconFileCheck } from "@tabler/icons-react";
import type { EventsOf } from "../../shared/requests/family-calls";
import type { ClientFamily } from "../approvals/ClientFamily";
import { paths } from "../platform/paths";

const permission = "vas-request-list";

export const clientForms: ClientFamily<EventsOf<"form">> = {
  routes: [
    {
      path: paths.forms,
      title: "title.forms",
      permission,
      screen: async () => (await import("./list.pages")).FormsPage,
    },
    {
      path: `${paths.form(":mode")}/:id?`,
      title: { create: "title.formNew", view: "title.formView", edit: "title.formEdit", build: "title.formBuild" },
      permission,
      screen: async () => (await import("./forms.pages")).FormPage,
    },
  ],
  menu: { label: "menu.forms", icon: IconFileCheck, cluster: "apart" },
  screens: async () => (await import("./forms.screens")).formScreens,
  live: async () => (await import("./forms.live")).formAnswers,
};
