import { h } from 'vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import icon from '../../../media/icon.svg';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h('img', { class: 'image-src', src: icon, alt: '' }) }),
};
