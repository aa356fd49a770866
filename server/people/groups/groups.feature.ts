import type { ServerFeature } from "../../platform/features";
import { GroupEntity, GroupMemberEntity } from "./group.entity";
import { registerGroupsRoutes } from "./groups.routes";

export const groupsFeature: ServerFeature = {
  routes: [registerGroupsRoutes],
  entities: [GroupEntity, GroupMemberEntity],
  personalData: {
    areas: { person: "user_group_member.user_id" },
  },
};
