import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import type { Api } from "../../support/api";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import type { TestServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

export async function createAudienceWorld(server: TestServer) {
  const world = await server.world();
  const { department, group } = await world.tx(async (tx) => {
    const top = await tx.repo(DepartmentEntity).insert({ name: "Operations" });
    const below = await tx.repo(DepartmentEntity).insert({ name: "Fleet", parentId: top.id });
    return {
      department: { top: top.id, below: below.id },
      group: (await tx.repo(GroupEntity).insert({ title: "Drivers" })).id,
    };
  });
  const inside = await world.person("employee", { departmentId: department.below, location: "Erbil" });
  const outside = await world.person("employee", { location: "Porto" });
  await world.tx((tx) => tx.repo(GroupMemberEntity).insertMany([{ groupId: group, userId: inside.id }]));
  const only = (audience: object) => ({ everyone: false, ...audience });
  const file = async (id: number): Promise<string> => {
    const parts = [
      { name: "kind", value: "picture" },
      { name: "file", filename: "dock.png", value: png() },
    ];
    const { payload, headers } = multipart(parts);
    return requireOk(await world.api(world.manager).post(`/news/${id}/files`, payload, { headers })).body.data.file.url;
  };
  return {
    world,
    department,
    group,
    inside,
    outside,
    file,
    audience: {
      department: only({ department_ids: [department.top] }),
      group: only({ group_ids: [group] }),
      location: only({ locations: ["erbil"] }),
    },
  };
}

export const callsOnArticle = (id: number) => ({
  read: (api: Api) => api.get(`/news/${id}`),
  seen: (api: Api) => api.post(`/news/${id}/read`, {}),
  confirm: (api: Api) => api.post(`/news/${id}/read`, { confirmed: true }),
  comment: (api: Api) => api.post(`/news/${id}/comments`, { comment: "Hello" }),
  react: (api: Api) => api.put(`/news/${id}/reactions`, { emoji: "like", on: true }),
});
