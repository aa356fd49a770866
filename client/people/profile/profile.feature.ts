import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { withEmployeeParts } from "../people/people.slots";
import { paths } from "../../platform/paths";

export const profileFeature = defineFeature({
  pages: [
    ...pagesIn(() => withEmployeeParts(import("./profile.pages")), {
      ProfilePage: { path: paths.profile(":tab?"), title: "title.profile" },
    }),
    ...pagesIn(() => import("./FirstPasswordPage"), {
      FirstPasswordPage: { path: paths.firstPassword, title: "title.firstPassword", layout: "blank" },
    }),
  ],
});
