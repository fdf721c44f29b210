// What visitors go to from the landing page: the shops, joining them, and their own cards. One file, because it is fetched as one.
import type { RouteObject } from "react-router";
import { accountRoutes } from "@/accountRoutes";
import { consumerRoutes } from "@/consumerRoutes";
import { shopRoutes } from "@/shopRoutes";

export const visitorRoutes: RouteObject[] = [...shopRoutes, ...accountRoutes, ...consumerRoutes];
