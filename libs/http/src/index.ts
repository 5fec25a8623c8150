export { type Principal, PrincipalResolver } from './principal/principal.resolver.js';
