// What people go to who work here: the admin portal and the counter. One file, because it is fetched as one.
import type { RouteObject } from "react-router";
import { adminRoute, entryRoute } from "@/adminRoutes";
import { staffRoute, tillRoute } from "@/staffRoutes";

export const deskRoutes: RouteObject[] = [entryRoute, adminRoute, staffRoute, tillRoute];
