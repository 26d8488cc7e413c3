// The version of this build (SHELL-008): the product's, from its package.
export { version as buildVersion } from '../../../package.json';
