import { RequestEntity } from "./approvals/request.entity";
import { CommentEntity } from "./comments/comment.entity";
import { FileEntity } from "./files/file.entity";
import { NotificationEntity } from "./notifications/notification.entity";
import { CarEntity } from "./cars/car.entity";
import { EquipmentEntity } from "./equipment/equipment.entity";
import { ClientEntity } from "./clients/client.entity";
import { DepartmentEntity } from "./departments/department.entity";
import { DriverEntity } from "./drivers/driver.entity";
import { GroupEntity, GroupMemberEntity } from "./groups/group.entity";
import { PositionEntity } from "./positions/position.entity";
import { RoleEntity } from "./roles/role.entity";
import { UserPrivateEntity } from "./people/user-private.entity";
import { UserEntity } from "./people/user.entity";
import { BuildingEntity, FloorEntity } from "./places/building.entity";
import { OutageEntity } from "./places/outage.entity";
import { RoomDepartmentEntity, RoomEntity, RoomGroupEntity } from "./places/room.entity";
import { ProjectGroupEntity, ProjectMemberEntity } from "./projects/member.entity";
import { ProjectEntity } from "./projects/project.entity";
import { ProjectTagEntity } from "./projects/tag.entity";
import { familyServices } from "./requests/families";
import { LoginAttemptEntity } from "./session/login-attempt.entity";
import { PasswordHistoryEntity, PasswordResetEntity } from "./session/password.entity";
import { SessionEntity } from "./session/session.entity";
import { PlanEntity } from "./subscription/plan.entity";
import { ColumnEntity } from "./tasks/column.entity";
import { TaskBlockerEntity, TaskEntity, TaskGroupEntity, TaskTagEntity, TaskUserEntity } from "./tasks/task.entity";
import { TenantDomainEntity, TenantEntity } from "./tenants/tenant.entity";

/** Every entity of the product; a new one is added here. Alphabetical by table; families have theirs. */
export const entities: readonly (new () => object)[] = [
  ...Object.values(familyServices).flatMap((family) => family.entities),
  RequestEntity,
  UserEntity,
  BuildingEntity,
  CarEntity,
  EquipmentEntity,
  ClientEntity,
  CommentEntity,
  DepartmentEntity,
  DriverEntity,
  FileEntity,
  FloorEntity,
  LoginAttemptEntity,
  NotificationEntity,
  OutageEntity,
  PasswordHistoryEntity,
  PasswordResetEntity,
  PlanEntity,
  PositionEntity,
  ProjectEntity,
  ProjectGroupEntity,
  ProjectMemberEntity,
  ProjectTagEntity,
  RoleEntity,
  RoomEntity,
  RoomDepartmentEntity,
  RoomGroupEntity,
  SessionEntity,
  TaskEntity,
  TaskBlockerEntity,
  TaskGroupEntity,
  ColumnEntity,
  TaskTagEntity,
  TaskUserEntity,
  TenantEntity,
  TenantDomainEntity,
  GroupEntity,
  GroupMemberEntity,
  UserPrivateEntity,
];
