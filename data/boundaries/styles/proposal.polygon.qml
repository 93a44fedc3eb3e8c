<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
 <renderer-v2 type="singleSymbol" forceraster="0" enableorderby="0" symbollevels="0">
  <symbols>
   <symbol type="fill" name="0" alpha="1" clip_to_extent="1" force_rhr="0">
    <layer class="SimpleFill" enabled="1" locked="0" pass="0">
       <Option type="Map">
        <Option name="color" type="QString" value="220,120,30,60"/>
        <Option name="style" type="QString" value="solid"/>
        <Option name="outline_color" type="QString" value="220,120,30,255"/>
        <Option name="outline_style" type="QString" value="solid"/>
        <Option name="outline_width" type="QString" value="0.7"/>
        <Option name="outline_width_unit" type="QString" value="MM"/>
       </Option>
    </layer>
   </symbol>
  </symbols>
 </renderer-v2>
</qgis>
