// Draws an icon of the library from its shapes, with the library's own attributes.
import { createElement } from 'react';

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
};

export const icon = (shapes) => (props) =>
  createElement('svg', { ...look, ...props }, ...shapes.map(([shape, attributes]) => createElement(shape, attributes)));
