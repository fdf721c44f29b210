// What visitors go to from the landing page: the shops, and joining them. One file, because it is fetched as one.
import type { RouteObject } from "react-router";
import { accountRoutes } from "@/accountRoutes";
import { shopRoutes } from "@/shopRoutes";

export const visitorRoutes: RouteObject[] = [...shopRoutes, ...accountRoutes];
